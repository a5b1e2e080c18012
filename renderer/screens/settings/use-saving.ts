import type { Input } from '../../../contract/methods.ts';
import { useCommand } from '../../api/queries.ts';
import { useNotify } from '../../shell/notify.tsx';
import { useTexts } from '../../texts.ts';

function useSavedNotice() {
  const { t } = useTexts();
  const notify = useNotify();
  return () => notify({ tone: 'good', lines: [t('app.saved')] });
}

/** Saves a part of the connection. */
export function useSaveConnection() {
  const saved = useSavedNotice();
  const command = useCommand('connection.set', [
    'connection.get',
    'app.status',
    'territories.list',
    'companies.list',
  ]);
  return {
    save: (input: Input<'connection.set'>, onSaved?: () => void) =>
      command.mutate(input, {
        onSuccess: () => {
          saved();
          onSaved?.();
        },
      }),
    isSaving: command.isPending,
    error: command.error?.error ?? null,
  };
}

/** Saves what a person chose for the window. */
export function useSaveSettings() {
  const saved = useSavedNotice();
  const command = useCommand('settings.set', ['settings.get']);
  return {
    save: (input: Input<'settings.set'>, onSaved?: () => void) =>
      command.mutate(input, {
        onSuccess: () => {
          saved();
          onSaved?.();
        },
      }),
    isSaving: command.isPending,
    error: command.error?.error ?? null,
  };
}
