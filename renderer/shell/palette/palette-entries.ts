import { useDebouncedValue } from '@mantine/hooks';
import { foldText } from '../../../contract/fold-text.ts';
import { useMethod } from '../../api/queries.ts';
import { batchHash, placeHash, screenNames, settingsSections } from '../../router.ts';
import { useTexts } from '../../texts.ts';
import { countBegun } from './name-order.ts';
import type { PaletteAct } from './use-palette-acts.ts';

/** A target or an action. */
export interface PaletteEntry {
  /** Where it leads, or the action's name. */
  readonly key: string;
  readonly run?: () => void;
  readonly text: string;
  readonly hint: string;
}

const found = 6;
/** Read for one row: a company whose word begins so may be far down the list. */
const read = 60;

function usePlaces(): readonly PaletteEntry[] {
  const { t } = useTexts();
  const action = t('palette.goTo');
  return [
    ...screenNames.map((name, index) => ({
      key: placeHash(name),
      text: t(`rail.${name}`),
      hint: t('palette.key', { key: String(index + 1) }),
    })),
    {
      key: placeHash('history', null, 'waiting=1'),
      text: t('history.attentionState'),
      hint: action,
    },
    { key: batchHash(), text: t('batch.list'), hint: action },
    { key: placeHash('overview', 'activity'), text: t('matrix.activity'), hint: action },
    { key: placeHash('companies', 'import'), text: t('companyImport.title'), hint: action },
    {
      key: placeHash('companies', 'authorizations'),
      text: t('companies.authorizations'),
      hint: action,
    },
    ...settingsSections.map((section) => ({
      key: placeHash('settings', section),
      text: t(`settings.sections.${section}`),
      hint: t('rail.settings'),
    })),
  ];
}

/** The results of a text: places of the window, actions, companies, submissions by their words. */
export function usePaletteEntries(
  written: string,
  acts: readonly PaletteAct[],
): {
  readonly entries: readonly PaletteEntry[];
  /** How many of them, from the first, no answer will change. */
  readonly settled: number;
  /** Whether all of them are of the text as it is written. */
  readonly isCurrent: boolean;
} {
  const { t, formats } = useTexts();
  const places = [
    // Places come first: Enter without any text must not send anything.
    ...usePlaces(),
    ...acts.map(({ name, text, run }) => ({ key: name, text, run, hint: t('palette.action') })),
  ];
  const [text] = useDebouncedValue(written.trim(), 120);
  const options = { enabled: text !== '', keepPrevious: true };
  const companies = useMethod('companies.list', { text, limit: read }, options);
  const submissions = useMethod('submissions.list', { filter: { text }, limit: found }, options);
  const words = foldText(written.trim()).split(/\s+/);
  const isNamed = ({ text: name, hint }: PaletteEntry) =>
    words.every((word) => foldText(`${name} ${hint}`).includes(word));
  const named = places.filter(isNamed);
  const settled = named.length;
  if (text === '') return { entries: named, settled, isCurrent: written.trim() === '' };
  const isTold = ({ isPending, isPlaceholderData }: typeof companies | typeof submissions) =>
    !isPending && !isPlaceholderData;
  return {
    settled,
    entries: [
      ...named,
      ...(companies.data?.companies ?? [])
        .toSorted(
          (one, other) => countBegun(other.fullName, words) - countBegun(one.fullName, words),
        )
        .slice(0, found)
        .map(({ id, fullName, taxId }) => ({
          key: placeHash('companies', id),
          text: fullName,
          hint: `${t('palette.company')} · ${taxId}`,
        })),
      ...(submissions.data?.submissions ?? []).map((one) => {
        const { fullName } = one.company;
        const own = foldText(`${one.file} ${fullName} ${one.taxpayer.name} ${one.taxpayer.taxId}`);
        // Words that do not name the submission belong to its records, and are searched there.
        const isOwn = (word: string) =>
          foldText(word)
            .split(/[^\p{L}\p{N}]+/u)
            .every((part) => own.includes(part));
        const find = written.split(/\s+/).filter((word) => !isOwn(word));
        return {
          key: placeHash(
            'history',
            one.id,
            find.length === 0 ? '' : `find=${encodeURIComponent(find.join(' '))}`,
          ),
          text: one.file,
          hint: `${t('palette.submission')} · ${fullName} · ${formats.date(one.createdAt)}`,
        };
      }),
    ],
    isCurrent: text === written.trim() && isTold(companies) && isTold(submissions),
  };
}
