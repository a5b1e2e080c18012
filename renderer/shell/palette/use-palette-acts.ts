import { useMethod } from '../../api/queries.ts';
import { goTo } from '../../router.ts';
import { summarize } from '../../shared/worklist/worklist.ts';
import { useTexts } from '../../texts.ts';
import { useNotify } from '../notify.tsx';
import { useCommand } from '../use-command.ts';

/** An action that the palette runs at once. */
export interface PaletteAct {
  readonly name: 'send' | 'chooseFiles' | 'newCompany' | 'backup' | 'lock';
  readonly text: string;
  readonly run: () => void;
}

/** What the actions open after the palette has closed. */
export interface PaletteOpeners {
  readonly send: (fileIds: readonly string[]) => void;
  readonly openFiles: () => void;
  readonly openNewCompany: () => void;
}

/** The actions of the palette, those that can be done now. To add one: a row here. */
export function usePaletteActs({ send, openFiles, openNewCompany }: PaletteOpeners): PaletteAct[] {
  const { t } = useTexts();
  const notify = useNotify();
  const status = useMethod('app.status', {}).data;
  const files = useMethod('submissions.worklist', {}).data?.files;
  const backup = useCommand('backup.create', ['backup.list'], {
    tells: 'all',
    onDone: () => notify({ tone: 'good', lines: [t('backup.made')] }),
  });
  const lock = useCommand('secrets.lock', ['app.status', 'connection.get'], {
    tells: 'all',
    onDone: () => notify({ tone: 'good', lines: [t('palette.locked')] }),
  });
  const summary = summarize(files ?? []);
  // A read-only window leaves all actions to the window that owns the data.
  if (status === undefined || !status.ownsDataFolder) return [];
  const acts: (PaletteAct & { readonly may: boolean })[] = [
    {
      name: 'send',
      text: [
        t('submit.send', { count: summary.fileIds.length }),
        t('submit.companies', { count: summary.companies }),
      ].join(' · '),
      may: summary.fileIds.length > 0 && status.environment !== 'none',
      run: () => {
        goTo('submit');
        send(summary.fileIds);
      },
    },
    { name: 'chooseFiles', text: t('palette.chooseFiles'), may: true, run: openFiles },
    {
      name: 'newCompany',
      text: t('companies.create'),
      may: status.environment !== 'none',
      run: openNewCompany,
    },
    {
      name: 'backup',
      text: t('backup.create'),
      may: true,
      run: () => backup.mutate({}),
    },
    {
      name: 'lock',
      text: t('settings.protection.lock'),
      may: status.protection.backend === 'passphrase' && !status.protection.locked,
      run: () => lock.mutate({}),
    },
  ];
  return acts.filter(({ may }) => may);
}
