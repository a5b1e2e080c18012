import { useMemo } from 'react';
import type { Authorization } from '../../../contract/authorization.ts';
import type { Input } from '../../../contract/methods.ts';
import type { CallFailure } from '../../api/bridge.ts';
import { useCommand } from '../../api/queries.ts';
import { errorSentences } from '../../sentences.ts';
import { useLateEnd } from '../../shell/late-end.ts';
import { useNotify } from '../../shell/notify.tsx';
import { useTexts } from '../../texts.ts';

/** A step for several companies with one result. */
type SeveralMethod = `authorizations.${'decideAll' | 'noteUploadAll' | 'resolveAll'}`;

/** The number of named companies; the others are counted. */
const maxNamed = 3;

/** Records a step for some companies, and reports those where it was not possible. */
export function useRecord<Method extends SeveralMethod>(
  method: Method,
  authorizations: readonly Authorization[],
  onRecorded: () => void,
) {
  const { t, i18n } = useTexts();
  const notify = useNotify();
  const late = useLateEnd();
  const command = useCommand(method, [
    'authorizations.get',
    'authorizations.list',
    'companies.list',
    'companies.get',
  ]);

  function record(result: Omit<Input<Method>, 'companies'>): void {
    const companies = authorizations.map(({ company, document }) => ({
      companyId: company.id,
      documentId: document?.id ?? null,
    }));
    command.mutateAsync({ companies, ...result } as Input<Method>).then(
      ({ recorded, others }) => {
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
        if (late.isShown()) onRecorded();
      },
      (failure: CallFailure) => late.tellRefusal(failure, t('authorization.saveFailed')),
    );
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
