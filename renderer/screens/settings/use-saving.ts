import { useIsMutating } from '@tanstack/react-query';
import type { Input, MethodName } from '../../../contract/methods.ts';
import { useNotify } from '../../shell/notify.tsx';
import { useCommand } from '../../shell/use-command.ts';
import { useTexts } from '../../texts.ts';

/** A command that reports its success; the readings of `stale` are refreshed. */
function useSaving<Name extends MethodName>(method: Name, stale: readonly MethodName[]) {
  const { t } = useTexts();
  const notify = useNotify();
  const command = useCommand(method, stale, {
    about: () => t('settings.save'),
    onDone: () => notify({ tone: 'good', lines: [t('app.saved')] }),
  });
  return {
    save: (input: Input<Name>, onSaved?: () => void) =>
      void command.mutateAsync(input).then(onSaved, () => undefined),
    isSaving: command.isPending,
    error: command.error?.error ?? null,
    command,
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

/** Whether something of Settings is being saved: it is sent already. */
export function useIsSaving(): boolean {
  const isSaved = (key: readonly unknown[] | undefined) =>
    key?.[0] === 'connection.set' || key?.[0] === 'settings.set';
  return useIsMutating({ predicate: ({ options }) => isSaved(options.mutationKey) }) > 0;
}
