import { Button } from '@mantine/core';
import { IconWand } from '@tabler/icons-react';
import type { FixOffer } from '../../../../contract/methods/fixes.ts';
import type { Issue } from '../../../../contract/verdict.ts';
import { useTexts } from '../../../texts.ts';
import { Notice } from '../../../ui/notice.tsx';
import { countOf, type FixWish, offersOf, wishOf } from './offers.ts';

interface GroupOfferProps {
  readonly offers: readonly FixOffer[];
  /** Faults of one kind, in the order of the file. */
  readonly issues: readonly [Issue, ...Issue[]];
  /** The selected one, when it is one of them. */
  readonly current: Issue | null;
  readonly onFix: (wish: FixWish) => void;
}

/** The fixes of one kind of fault: all of them, or the selected one. */
export function GroupOffer({ offers, issues, current, onFix }: GroupOfferProps) {
  const { t, formats } = useTexts();
  const own = offersOf(offers, issues[0]);
  const count = countOf(own);
  if (count === 0) return null;
  const values = { count, total: formats.count(issues.length) };
  const isPart = count < issues.length;
  return (
    <>
      <Button
        size="compact-sm"
        variant="light"
        onClick={() => onFix(wishOf(own))}
        data-testid={`mend-${issues[0].code}`}
      >
        {t(isPart ? 'mend.groupPart' : 'mend.group', values)}
      </Button>
      {count > 1 && current !== null && current.line !== null ? (
        <Button
          size="compact-sm"
          variant="subtle"
          onClick={() => onFix(wishOf(own, current))}
          data-testid="mend-this"
        >
          {t('mend.this')}
        </Button>
      ) : null}
    </>
  );
}

/** Over the faults: everything with one right answer, at once. */
export function FileOffer({
  offers,
  onFix,
}: {
  readonly offers: readonly FixOffer[];
  readonly onFix: (wish: FixWish) => void;
}) {
  const { t } = useTexts();
  const count = countOf(offers);
  // A single kind has the same button of its own.
  if (new Set(offers.map(({ code, ledgerCode }) => `${code}|${ledgerCode}`)).size < 2) return null;
  return (
    <Notice
      tone="accent"
      testId="mend-offer"
      title={t('mend.offerTitle', { count })}
      text={t('mend.offerText')}
      actions={
        <Button
          variant="default"
          leftSection={<IconWand size={15} aria-hidden />}
          onClick={() => onFix(wishOf(offers))}
          data-testid="mend-all"
        >
          {t('mend.all', { count })}
        </Button>
      }
    />
  );
}
