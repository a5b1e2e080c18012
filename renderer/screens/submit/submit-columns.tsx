import type { WorklistFile } from '../../../contract/worklist.ts';
import { periodText } from '../../shared/quarter/quarter-words.ts';
import { bookText, type Formats, type Translate } from '../../texts.ts';
import { amountWidth } from '../../ui/amount-width.ts';
import type { DataColumn } from '../../ui/data-table.tsx';
import { FileName } from '../../ui/file-name.tsx';
import { pillWidth } from '../../ui/pill-width.ts';
import { StandingPill, standingText } from './standing-pill.tsx';
import { ownerOf } from './worklist-filter.ts';

function whatText(t: Translate, { judged }: WorklistFile): string {
  if (judged === null) return '';
  return judged.form === null ? t(`kind.${judged.kind}`) : bookText(t, judged.form);
}

/** The operation on the book, and its quarter, or its year where its records have no date. */
function operationText(t: Translate, { judged }: WorklistFile): string {
  if (judged === null || judged.form === null) return '';
  const { form, period, fiscalYear } = judged;
  const time = period === null ? fiscalYear : periodText(t, period);
  return `${t(`form.operation.${form.operation}`)}${time === null ? '' : ` · ${time}`}`;
}

/** The text of the book's column. */
export function bookColumnText(t: Translate, file: WorklistFile): string {
  return `${whatText(t, file)} ${operationText(t, file)}`.trim();
}

/** A cell's optional second line. */
export function Second({ text }: { readonly text: string }) {
  return text === '' ? null : (
    <span className="z-cut z-td-sub" title={text}>
      {text}
    </span>
  );
}

/** The columns that a narrow table drops first; company and state always stay. */
const leaving = ['records', 'book', 'amount', 'file'] as const;
/** The table width in pixels from which each of them shows. */
const roomFor = { records: 860, book: 725, amount: 570, file: 460 } as const;

/** The columns that fit a table of this width. */
export function leftOut(width: number): readonly string[] {
  return leaving.filter((column) => width > 0 && width < roomFor[column]);
}

const perSign = 0.52;
const widestName = 21;

/** As wide as the longest of these names, so that none is cut while there is space beside it. */
function companyWidth(files: readonly WorklistFile[]): string {
  const signs = files.reduce((most, file) => Math.max(most, ownerOf(file).length), 0);
  return `minmax(7rem, ${Math.min(widestName, Math.max(10, signs * perSign)).toFixed(1)}rem)`;
}

function amountsOf(files: readonly WorklistFile[], formats: Formats): readonly string[] {
  return files.flatMap(({ judged }) => {
    const amount = judged?.totals.amount ?? null;
    return amount === null ? [] : [formats.amount(amount)];
  });
}

interface ColumnOptions {
  readonly t: Translate;
  readonly formats: Formats;
  /** All files of the list: the widths do not change with the filter. */
  readonly files: readonly WorklistFile[];
  readonly without: readonly string[];
  /** With a second line in the cells. */
  readonly isRoomy: boolean;
}

/** The columns of the worklist without the boxes: company first, the state always at the end. */
export function createColumns(options: ColumnOptions): readonly DataColumn<WorklistFile>[] {
  const { t, formats, files, without, isRoomy } = options;
  const second = (text: string) => (isRoomy ? <Second text={text} /> : null);
  const columns: DataColumn<WorklistFile>[] = [
    {
      id: 'company',
      header: t('submit.columns.company'),
      width: without.includes('file') ? 'minmax(0, 1fr)' : companyWidth(files),
      sortable: true,
      cell: (file) => {
        const owner = ownerOf(file);
        return (
          <>
            <span className="z-cut z-td-main" title={owner}>
              {owner === '' ? '—' : owner}
            </span>
            {second(file.judged?.taxpayer?.taxId ?? '')}
          </>
        );
      },
    },
    {
      id: 'file',
      header: t('submit.columns.file'),
      width: 'minmax(7.5rem, 1fr)',
      sortable: true,
      cell: (file) => (
        <span className="z-cut z-second z-small" title={file.name}>
          <FileName name={file.name} />
        </span>
      ),
    },
    {
      id: 'book',
      header: t('submit.columns.book'),
      width: '7.8rem',
      sortable: true,
      cell: (file) => {
        const operation = operationText(t, file);
        // A kind of file stands alone: it may take both lines.
        const cut = isRoomy && operation === '' ? '' : 'z-cut ';
        return (
          <>
            <span className={`${cut}z-second`} title={bookColumnText(t, file)}>
              {whatText(t, file)}
            </span>
            {second(operation)}
          </>
        );
      },
    },
    {
      id: 'records',
      header: t('submit.columns.records'),
      width: '3rem',
      align: 'end',
      sortable: true,
      cell: (file) => (file.judged?.form == null ? '' : formats.count(file.judged.records)),
    },
    {
      id: 'amount',
      header: t('submit.columns.amount'),
      width: `${amountWidth(amountsOf(files, formats), 6.2)}rem`,
      align: 'end',
      sortable: true,
      cell: (file) => {
        const amount = file.judged?.totals.amount ?? null;
        return amount === null ? '' : formats.amount(amount);
      },
    },
    {
      id: 'verdict',
      header: t('submit.columns.verdict'),
      width: `${pillWidth(
        new Set(files.map((file) => standingText(t, file))),
        t('submit.columns.verdict'),
      )}rem`,
      sortable: true,
      cell: (file) => <StandingPill file={file} />,
    },
  ];
  return columns.filter(({ id }) => !without.includes(id));
}
