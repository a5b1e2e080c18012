import { Button } from '@mantine/core';
import { issueSentences } from '../../sentences.ts';
import { ErrorNotice } from '../../shell/error-notice.tsx';
import { useTexts } from '../../texts.ts';
import { Pill } from '../../ui/pill.tsx';
import { isOfNumber, useIssueWords } from './issue-words.ts';
import styles from './modification.module.css';
import type { RecordTexts } from './record-texts.ts';
import { fieldPathOf } from './record-values.ts';
import type { Modification, RecordForm } from './use-modification.ts';

/** The state that the modification would have on Submit. */
function Verdict({ modification }: { readonly modification: Modification }) {
  const { t } = useTexts();
  const { counts, isChecking, changed } = modification;
  // A refused check has its reason below.
  if (counts === null)
    return modification.error === null && <Pill tone="grey">{t('verdict.judging')}</Pill>;
  const { error, warning } = counts;
  return (
    <span data-testid="live-verdict" data-checking={isChecking} role="status">
      {error > 0 ? (
        <Pill tone="red" sign="✕">
          {t('verdict.errors', { count: error })}
        </Pill>
      ) : warning > 0 ? (
        <Pill tone="amber" sign="▲">
          {t('verdict.warnings', { count: warning })}
        </Pill>
      ) : changed.length === 0 ? null : (
        <Pill tone="green" sign="✓">
          {t('verdict.ready')}
        </Pill>
      )}
    </span>
  );
}

interface SideProps {
  readonly modification: Modification;
  readonly form: RecordForm;
  readonly words: RecordTexts;
  /** Leads to a field or group. */
  readonly onGo: (place: string) => void;
}

/** The faults: those in the record lead to their places, others are shown in full. */
function Issues({ modification, words, onGo }: Omit<SideProps, 'form'>) {
  const { t, i18n } = useTexts();
  const say = useIssueWords();
  const places = [...(modification.issues ?? [])];
  if (places.length === 0) return null;
  const isWrong = places.some(([, issues]) => issues.some(({ severity }) => severity === 'error'));
  const title = t(isWrong ? 'record.issues' : 'record.warnings');
  return (
    <section aria-label={title}>
      <h3 className={styles.sideTitle}>{title}</h3>
      <ul className={styles.issues} data-testid="issues">
        {places.flatMap(([place, issues]) =>
          issues.map((issue, index) => {
            const isError = issue.severity === 'error';
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: they have nothing else of their own
              <li key={`${place}-${index}`} className={isError ? styles.wrong : styles.warning}>
                {place === '' ? (
                  say([issue], isError)
                ) : (
                  <button type="button" className={styles.go} onClick={() => onGo(place)}>
                    {words.field(place)}:{' '}
                    {isOfNumber(issue)
                      ? t('record.numberTitle')
                      : issueSentences(i18n, issue).title}
                  </button>
                )}
              </li>
            );
          }),
        )}
      </ul>
    </section>
  );
}

function Changes({ modification, words }: Omit<SideProps, 'onGo' | 'form'>) {
  const { t } = useTexts();
  const { before, values, changed, fields } = modification;
  if (changed.length === 0) return <p className="z-second">{t('record.noChanges')}</p>;
  const say = (path: string, value: string | undefined) => {
    const field = fields.find((each) => each.path === fieldPathOf(path));
    return value === undefined || value === '' || field === undefined
      ? t('record.nothing')
      : words.value(field, value);
  };
  return (
    <dl className={styles.changes} data-testid="changes">
      {changed.map((path) => (
        <div key={path}>
          <dt>{words.field(path)}</dt>
          <dd>
            <del>{say(path, before.get(path))}</del> <ins>{say(path, values.get(path))}</ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The file of modified records that this one will join. */
function Joins({ joins }: Pick<RecordForm, 'joins'>) {
  const { t } = useTexts();
  if (joins === null) return null;
  const { file, records: count } = joins;
  return (
    <p className="z-second z-small" data-testid="joins">
      {t('record.joins', { file, count })}
    </p>
  );
}

/** The changes, whether they can be sent, and the next steps. */
export function ModificationSide({ modification, form, words, onGo }: SideProps) {
  const { t } = useTexts();
  const { changed, error, isMaking } = modification;
  return (
    <aside className={`z-panel ${styles.side}`} aria-label={t('record.side')}>
      <div className={styles.sideHead}>
        <h2 className="z-panel-title">{t('record.side')}</h2>
        <Verdict modification={modification} />
      </div>
      <div className={styles.sideBody}>
        <Changes modification={modification} words={words} />
        <Issues modification={modification} words={words} onGo={onGo} />
        <Joins joins={form.joins} />
        {error === null ? null : <ErrorNotice error={error} title={t('record.failed')} />}
      </div>
      <div className={styles.actions}>
        <Button
          type="submit"
          disabled={changed.length === 0}
          loading={isMaking}
          data-testid="add-modification"
        >
          {t('record.submit')}
        </Button>
        <Button
          variant="default"
          disabled={isMaking}
          title={t('record.asXmlHint')}
          onClick={() => void modification.make(true)}
          data-testid="modify-as-xml"
        >
          {t('record.asXml')}
        </Button>
        {changed.length === 0 ? null : (
          <Button
            variant="subtle"
            color="gray"
            onClick={modification.undo}
            data-testid="undo-modification"
          >
            {t('record.undo')}
          </Button>
        )}
      </div>
    </aside>
  );
}
