import type { Input, MethodName } from '../../../contract/methods.ts';
import type { CallFailure } from '../../api/bridge.ts';
import { useCommand } from '../../api/queries.ts';
import { useLateEnd } from '../../shell/late-end.ts';
import { useNotify } from '../../shell/notify.tsx';
import { useTexts } from '../../texts.ts';

/** A command that reports its success; the readings of `stale` are refreshed. */
function useSaving<Name extends MethodName>(method: Name, stale: readonly MethodName[]) {
  const { t } = useTexts();
  const notify = useNotify();
  const late = useLateEnd();
  const command = useCommand(method, stale);
  return {
    save: (input: Input<Name>, onSaved?: () => void) => {
      // The page may be left before the answer: a callback of `mutate` would be lost.
      command.mutateAsync(input).then(
        () => {
          notify({ tone: 'good', lines: [t('app.saved')] });
          onSaved?.();
        },
        (failure: CallFailure) => late.tellRefusal(failure, t('settings.save')),
      );
    },
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
