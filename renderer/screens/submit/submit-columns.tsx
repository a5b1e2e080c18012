import type { WorklistFile } from '../../../contract/worklist.ts';
import { periodText } from '../../shared/quarter/quarter-words.ts';
import { bookText, type Formats, type Translate } from '../../texts.ts';
import { amountWidth } from '../../ui/amount-width.ts';
import type { DataColumn } from '../../ui/data-table.tsx';
import { FileName } from '../../ui/file-name.tsx';
import { pillWidth, textWidth } from '../../ui/pill-width.ts';
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

/** In rem: the least widths of the columns, and the most that a name is given. */
const least = { choice: 1.1, name: 7, file: 7.5, amount: 6.2, book: 7.8, records: 3 } as const;
const widestName = 21;
/** In rem: names up to this width are whole before other columns show. */
const wholeName = 14.5;
/** In rem: between two columns, and beside the row. */
const [gap, sides] = [0.625, 1.625];
const nameSize = 0.875;

/** In rem: as wide as the longest company's name, so that none is cut if there is room. */
function companyWidth(files: readonly WorklistFile[]): number {
  const widest = files.reduce(
    (most, file) => Math.max(most, textWidth(ownerOf(file), nameSize)),
    0,
  );
  return Math.min(widestName, Math.max(least.name, Number((widest + 0.1).toFixed(1))));
}

const amountsWidth = (files: readonly WorklistFile[], formats: Formats) =>
  amountWidth(amountsOf(files, formats), least.amount);

const statesWidth = (files: readonly WorklistFile[], t: Translate) =>
  pillWidth(new Set(files.map((file) => standingText(t, file))), t('submit.columns.verdict'));

/**
 * The columns that do not fit a table of this width, in rem, beside whole names. The name and the
 * state always stay; the file stays while a short name fits.
 */
export function leftOut(
  width: number,
  { t, formats, files }: Pick<ColumnOptions, 't' | 'formats' | 'files'>,
): readonly string[] {
  if (width === 0) return [];
  const state = sides + least.choice + gap + statesWidth(files, t);
  const others = [
    ['amount', amountsWidth(files, formats)],
    ['book', least.book],
    ['records', least.records],
  ] as const;
  let taken = state + gap + Math.min(wholeName, companyWidth(files)) + gap + least.file;
  const missing = others.flatMap(([column, room]) => {
    taken += gap + room;
    return taken > width ? [column] : [];
  });
  const hasFile = state + gap + least.name + gap + least.file <= width;
  return hasFile ? missing : ['file', ...missing];
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
      width: without.includes('file')
        ? 'minmax(0, 1fr)'
        : `minmax(${least.name}rem, ${companyWidth(files)}rem)`,
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
      width: `minmax(${least.file}rem, 1fr)`,
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
      width: `${least.book}rem`,
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
      width: `${least.records}rem`,
      align: 'end',
      sortable: true,
      cell: (file) => (file.judged?.form == null ? '' : formats.count(file.judged.records)),
    },
    {
      id: 'amount',
      header: t('submit.columns.amount'),
      width: `${amountsWidth(files, formats)}rem`,
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
      width: `${statesWidth(files, t)}rem`,
      sortable: true,
      cell: (file) => <StandingPill file={file} />,
    },
  ];
  return columns.filter(({ id }) => !without.includes(id));
}
