import type { ReactNode } from 'react';
import { shownStateOf } from '../../../contract/shown-state.ts';
import type { Submission } from '../../../contract/submission.ts';
import { useMethod } from '../../api/queries.ts';
import { placeHash } from '../../router.ts';
import { StatePill } from '../../shared/history/state-pill.tsx';
import { formText, useTexts } from '../../texts.ts';
import styles from './related.module.css';
import { useCorrections } from './use-corrections.ts';

interface RowProps {
  readonly name: string;
  readonly about: string;
  readonly href: string;
  readonly mark?: ReactNode;
  readonly testId: string;
}

function Row({ name, about, href, mark, testId }: RowProps) {
  return (
    <li className={styles.row} data-testid={testId}>
      <a href={href}>{name}</a>
      <span className="z-states">
        <span className="z-second z-small">{about}</span>
        {mark}
      </span>
    </li>
  );
}

function Group({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div>
      <h3 className={styles.title}>{title}</h3>
      <ul className={`z-plain-list ${styles.list}`}>{children}</ul>
    </div>
  );
}

/** A submission's origin and the files made from it; empty without any. */
export function Related({ submission }: { readonly submission: Submission }) {
  const { t } = useTexts();
  const { previousId } = submission;
  const corrections = useCorrections(submission.id);
  const previous = useMethod(
    'submissions.get',
    { id: previousId ?? '' },
    { enabled: previousId !== null },
  );
  const files = corrections?.files.filter((file) => file.submission === null) ?? [];
  const later = corrections?.submissions ?? [];
  if (previousId === null && files.length === 0 && later.length === 0) return null;
  return (
    <section className="z-panel z-side" aria-label={t('corrections.related')} data-testid="related">
      <h2 className="z-panel-title">{t('corrections.related')}</h2>
      {previousId === null ? null : (
        <Group title={t('corrections.from')}>
          <Row
            testId="related-previous"
            href={placeHash('history', previousId)}
            name={previous.data?.submission.file ?? t('corrections.previous')}
            about={previous.data === undefined ? '' : formText(t, previous.data.submission.form)}
          />
        </Group>
      )}
      {files.length === 0 ? null : (
        <Group title={t('corrections.files')}>
          {files.map((file) => (
            <Row
              key={file.id}
              testId="related-file"
              href={placeHash('submit', file.id)}
              name={file.name}
              about={file.origin === null ? '' : t(`corrections.kind.${file.origin.kind}`)}
            />
          ))}
        </Group>
      )}
      {later.length === 0 ? null : (
        <Group title={t('corrections.submissions')}>
          {later.map((one) => (
            <Row
              key={one.id}
              testId="related-submission"
              href={placeHash('history', one.id)}
              name={one.file}
              about={t(`form.operation.${one.form.operation}`)}
              mark={<StatePill state={shownStateOf(one)} />}
            />
          ))}
        </Group>
      )}
    </section>
  );
}
