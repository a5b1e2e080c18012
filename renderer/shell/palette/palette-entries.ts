import { useDebouncedValue } from '@mantine/hooks';
import { useMethod } from '../../api/queries.ts';
import { batchHash, placeHash, screenNames, settingsSections } from '../../router.ts';
import { useTexts } from '../../texts.ts';

/** A target. */
export interface PaletteEntry {
  readonly hash: string;
  readonly text: string;
  readonly hint: string;
}

const found = 6;
const plain = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

function usePlaces(): readonly PaletteEntry[] {
  const { t } = useTexts();
  const action = t('palette.goTo');
  return [
    ...screenNames.map((name, index) => ({
      hash: placeHash(name),
      text: t(`rail.${name}`),
      hint: t('palette.key', { key: String(index + 1) }),
    })),
    { hash: placeHash('history', null, 'waiting=1'), text: t('history.onlyWaiting'), hint: action },
    { hash: batchHash(), text: t('batch.list'), hint: action },
    { hash: placeHash('overview', 'activity'), text: t('matrix.activity'), hint: action },
    { hash: placeHash('companies', 'import'), text: t('companies.import'), hint: action },
    {
      hash: placeHash('companies', 'authorizations'),
      text: t('companies.authorizations'),
      hint: action,
    },
    ...settingsSections.map((section) => ({
      hash: placeHash('settings', section),
      text: t(`settings.sections.${section}`),
      hint: t('rail.settings'),
    })),
  ];
}

/** The results of a text: places of the window, then companies, then submissions by their words. */
export function usePaletteEntries(written: string): {
  readonly entries: readonly PaletteEntry[];
  readonly isCurrent: boolean;
} {
  const { t, formats } = useTexts();
  const places = usePlaces();
  const [text] = useDebouncedValue(written.trim(), 120);
  const options = { enabled: text !== '', keepPrevious: true };
  const companies = useMethod('companies.list', { text, limit: found }, options);
  const submissions = useMethod('submissions.list', { filter: { text }, limit: found }, options);
  const words = plain(written.trim()).split(/\s+/);
  const isNamed = ({ text: name, hint }: PaletteEntry) =>
    words.every((word) => plain(`${name} ${hint}`).includes(word));
  if (text === '') return { entries: places.filter(isNamed), isCurrent: written.trim() === '' };
  return {
    entries: [
      ...places.filter(isNamed),
      ...(companies.data?.companies ?? []).map(({ id, fullName, taxId }) => ({
        hash: placeHash('companies', id),
        text: fullName,
        hint: `${t('palette.company')} · ${taxId}`,
      })),
      ...(submissions.data?.submissions ?? []).map((one) => ({
        hash: placeHash('history', one.id),
        text: one.file,
        hint: `${t('palette.submission')} · ${one.company.fullName} · ${formats.date(one.createdAt)}`,
      })),
    ],
    isCurrent:
      text === written.trim() && !companies.isPlaceholderData && !submissions.isPlaceholderData,
  };
}
