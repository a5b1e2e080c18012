import type { WorklistFile } from '../../../contract/worklist.ts';
import { periodText } from '../../shared/quarter/quarter-words.ts';
import { useTexts } from '../../texts.ts';
import { TechnicalDetails } from '../../ui/technical-details.tsx';
import styles from './file-panel.module.css';

/** The sums of a file; its hash on request. */
export function FileFacts({ judged }: { readonly judged: NonNullable<WorklistFile['judged']> }) {
  const { t, formats } = useTexts();
  const { totals } = judged;
  const amount = (value: string | null) => (value === null ? null : formats.euros(value));
  const { period } = judged;
  const facts = [
    [t('panel.facts.quarter'), period === null ? null : periodText(t, period)],
    [t('panel.facts.records'), formats.count(judged.records)],
    [t('panel.facts.amount'), amount(totals.amount)],
    [t('panel.facts.base'), amount(totals.base)],
    [t('panel.facts.vat'), amount(totals.vat)],
    [t('panel.facts.deductibleVat'), amount(totals.deductibleVat)],
  ] as const;
  return (
    <>
      <dl className={`z-facts ${styles.facts}`}>
        {facts.map(([name, value]) =>
          value === null ? null : (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
        )}
      </dl>
      {judged.sha256 === null ? null : (
        <TechnicalDetails label={t('app.technicalDetails')}>
          <span className="z-code z-cut" title={judged.sha256}>
            {t('panel.facts.sha256')} {judged.sha256}
          </span>
        </TechnicalDetails>
      )}
    </>
  );
}
