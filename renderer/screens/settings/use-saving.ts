import type { Input, MethodName } from '../../../contract/methods.ts';
import { useCommand } from '../../api/queries.ts';
import { useNotify } from '../../shell/notify.tsx';
import { useTexts } from '../../texts.ts';

/** A command that reports its success; the readings of `stale` are refreshed. */
function useSaving<Name extends MethodName>(method: Name, stale: readonly MethodName[]) {
  const { t } = useTexts();
  const notify = useNotify();
  const command = useCommand(method, stale);
  return {
    save: (input: Input<Name>, onSaved?: () => void) =>
      command.mutate(input, {
        onSuccess: () => {
          notify({ tone: 'good', lines: [t('app.saved')] });
          onSaved?.();
        },
      }),
    isSaving: command.isPending,
    error: command.error?.error ?? null,
    /** Drops the failure: it was resolved elsewhere. */
    forget: command.reset,
  };
}

/** Saves a part of the connection. */
export function useSaveConnection() {
  return useSaving('connection.set', [
    'connection.get',
    'app.status',
    'territories.list',
    'companies.list',
  ]);
}

/** Saves a person's choice for the window. */
export function useSaveSettings() {
  return useSaving('settings.set', ['settings.get']);
}
