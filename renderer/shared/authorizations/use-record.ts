import { useMemo } from 'react';
import type { Authorization } from '../../../contract/authorization.ts';
import type { Input, Output } from '../../../contract/methods.ts';
import { errorSentences } from '../../sentences.ts';
import { useNotify } from '../../shell/notify.tsx';
import { useCommand } from '../../shell/use-command.ts';
import { useTexts } from '../../texts.ts';

/** A step for several companies with one result. */
type SeveralMethod = `authorizations.${'decideAll' | 'noteUploadAll' | 'resolveAll'}`;

/** The number of named companies; the others are counted. */
const maxNamed = 3;

interface RecordOptions {
  readonly onClose: () => void;
  /** Runs also when the dialog was closed before the answer. */
  readonly onRecorded?: (() => void) | undefined;
}

/** Records a step for some companies, and reports those where it was not possible. */
export function useRecord<Method extends SeveralMethod>(
  method: Method,
  authorizations: readonly Authorization[],
  { onClose, onRecorded }: RecordOptions,
) {
  const { t, i18n } = useTexts();
  const notify = useNotify();
  const command = useCommand(
    method,
    ['authorizations.get', 'authorizations.list', 'companies.list', 'companies.get'],
    { about: () => t('authorization.saveFailed'), onDone: tell },
  );

  function tell({ recorded, others }: Output<Method>): void {
    const stayed = others.slice(0, maxNamed).map(({ companyId, error }) => {
      const own = authorizations.find(({ company }) => company.id === companyId);
      const { title: reason } = errorSentences(i18n, error);
      return t('authorizations.stayed', { name: own?.company.fullName ?? '', reason });
    });
    const more = others.length - stayed.length;
    if (more > 0) stayed.push(t('authorizations.stayedMore', { count: more }));
    if (authorizations.length > 1)
      notify({
        tone: others.length === 0 ? 'good' : 'bad',
        lines: [t('authorizations.recorded', { count: recorded.length }), ...stayed],
      });
    onRecorded?.();
  }
  function record(result: Omit<Input<Method>, 'companies'>): void {
    const companies = authorizations.map(({ company, document }) => ({
      companyId: company.id,
      documentId: document?.id ?? null,
    }));
    command.mutate({ companies, ...result } as Input<Method>, { onSuccess: onClose });
  }
  return { record, isSaving: command.isPending, error: command.error };
}

/** The companies in words: the first by name. */
export function useNamed(authorizations: readonly Authorization[]) {
  const { t } = useTexts();
  return useMemo(() => {
    const names = authorizations.slice(0, maxNamed).map(({ company }) => company.fullName);
    const count = authorizations.length;
    const more = count - names.length;
    const rest = more === 0 ? '' : ` ${t('authorizations.stayedMore', { count: more })}`;
    return { count, names: names.join(', ') + rest };
  }, [authorizations, t]);
}
