import { conceptsWithAsset } from './data/concepts.ts';
import type { Line, Report, Text } from './record.ts';
import type { RecordCheck } from './rule.ts';

/** Numbers, names and descriptions are not empty (ours: the schema accepts empty ones). */
export const requiredTextsAreGiven: RecordCheck = (record, report) => {
  checkGiven(record.invoiceNumber, report);
  checkGiven(record.description, report);
  checkGiven(record.party?.name ?? null, report);
  checkGiven(record.party?.foreign?.id ?? null, report);
  checkGiven(record.successor?.name ?? null, report);
};

function checkGiven(text: Text | null, report: Report): void {
  if (text?.isBlank === true) report.add(text.element, { element: report.nameOf(text.element) });
}

/** An optional element is not empty (ours), unless a rule of the ledger asks for it. */
export const optionalTextsAreGiven: RecordCheck = (record, report) => {
  const { series, correction, lastNumber, type } = record;
  if (correction === null) reportEmpty(series, report);
  if (type?.code !== 'F4') reportEmpty(lastNumber, report);
  for (const line of record.lines)
    if (mayLackReference(line)) reportEmpty(line.assetReference, report);
};

function mayLackReference({ asset, concept }: Line): boolean {
  return (
    asset?.code !== 'I' && asset?.code !== 'R' && !conceptsWithAsset.has(concept?.code ?? null)
  );
}

function reportEmpty(text: Text | null, report: Report): void {
  if (text?.isBlank !== true) return;
  report.add(
    text.element,
    { element: report.nameOf(text.element) },
    { code: 'rule_APP_07_optional', severity: 'warning' },
  );
}
