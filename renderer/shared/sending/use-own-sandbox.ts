import { useCommand } from '../../shell/use-command.ts';
import { useTexts } from '../../texts.ts';

const stale = [
  'connection.get',
  'app.status',
  'territories.list',
  'companies.list',
  'submissions.worklist',
] as const;

/** Puts Zubi's own sandbox in force; `onDone` runs also when the page was left. */
export function useOwnSandbox(onDone: () => void = () => undefined) {
  const { t } = useTexts();
  const about = () => t('settings.sandbox.title');
  return useCommand('connection.useSandbox', stale, { about, onDone });
}
