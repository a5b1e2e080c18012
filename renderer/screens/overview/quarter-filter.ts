import { foldText } from '../../../contract/fold-text.ts';
import { toCents } from '../../../contract/money.ts';
import type { QuarterCompany } from '../../../contract/quarter.ts';
import { settledStandings } from '../../../contract/quarter-standings.ts';
import type { Formats } from '../../texts.ts';

export const quarterTabs = ['attention', 'all', 'complete', 'differs'] as const;
type QuarterTab = (typeof quarterTabs)[number];

/** The filters of the matrix; null filters nothing. */
export interface QuarterChoice {
  readonly tab: QuarterTab;
  readonly text: string;
  readonly adviser: string | null;
  readonly group: string | null;
}

export const noQuarterChoice: QuarterChoice = {
  tab: 'attention',
  text: '',
  adviser: null,
  group: null,
};

/** Whether a company needs attention. */
export const needsAttention = ({ standing }: QuarterCompany): boolean =>
  !settledStandings.includes(standing);

/** Whether the company has an open book for which it may have nothing to file. */
export const canHaveNothing = ({ cells }: QuarterCompany): boolean =>
  cells.some(
    ({ standing, count }) =>
      standing === 'missing' ||
      // One with files on the list waits for these.
      (standing === 'authorization' && count === 0),
  );

export const isMarkedNothing = ({ cells }: QuarterCompany): boolean =>
  cells.some(({ standing }) => standing === 'nothing');

/** Whether its amount is not that of the accounting program. */
export const differsFromAccounting = ({ accounting }: QuarterCompany): boolean =>
  accounting?.difference != null && toCents(accounting.difference) !== 0n;

const isOfTab: Readonly<Record<QuarterTab, (company: QuarterCompany) => boolean>> = {
  attention: needsAttention,
  all: () => true,
  complete: ({ standing }) => standing === 'complete',
  differs: differsFromAccounting,
};

/** The filters, without an adviser or a group that no company has any more. */
export function stillThere(
  choice: QuarterChoice,
  companies: readonly QuarterCompany[],
): QuarterChoice {
  const { adviser, group } = choice;
  const hasAdviser = companies.some((company) => company.adviser === adviser);
  const hasGroup = companies.some((company) => company.group === group);
  return { ...choice, adviser: hasAdviser ? adviser : null, group: hasGroup ? group : null };
}

/** A company with its search text. */
interface FoundCompany {
  readonly company: QuarterCompany;
  readonly text: string;
}

/** Made once for a matrix: the first typed letter folds the texts, others only compare. */
export function toFound(companies: readonly QuarterCompany[]): readonly FoundCompany[] {
  return companies.map((company) => {
    let text: string | undefined;
    return {
      company,
      get text() {
        text ??= foldText([company.fullName, company.taxId, company.code ?? ''].join('\n'));
        return text;
      },
    };
  });
}

/** The companies of every tab that match adviser, group and text. */
export function narrowQuarter(
  found: readonly FoundCompany[],
  { text, adviser, group }: Omit<QuarterChoice, 'tab'>,
): readonly QuarterCompany[] {
  const words = foldText(text).split(/\s+/).filter(Boolean);
  return found
    .filter(
      ({ company, text: own }) =>
        (adviser === null || company.adviser === adviser) &&
        (group === null || company.group === group) &&
        words.every((word) => own.includes(word)),
    )
    .map(({ company }) => company);
}

/** Those of one tab. */
export function ofTab(
  companies: readonly QuarterCompany[],
  tab: QuarterTab,
): readonly QuarterCompany[] {
  return companies.filter(isOfTab[tab]);
}

/** The values of a field of the companies, each once, by name. */
export function labelsOf(
  companies: readonly QuarterCompany[],
  field: 'adviser' | 'group',
  { compare }: Pick<Formats, 'compare'>,
): readonly string[] {
  const labels = new Set(companies.flatMap((company) => company[field] ?? []));
  return [...labels].toSorted(compare);
}
