import { Button } from '@mantine/core';
import type { QuarterMatrix } from '../../../contract/quarter.ts';
import { placeHash } from '../../router.ts';
import { useTexts } from '../../texts.ts';
import { Notice } from '../../ui/notice.tsx';

/** The quarters of unsent files that do not count for the shown quarter; links to each. */
export function OtherQuarters({ elsewhere }: Pick<QuarterMatrix, 'elsewhere'>) {
  const { t, formats } = useTexts();
  if (elsewhere.length === 0) return null;
  const count = elsewhere.reduce((sum, { files }) => sum + files, 0);
  return (
    <Notice
      tone="accent"
      isSlim
      testId="other-quarters"
      title={t('matrix.elsewhere', { count })}
      text={t('matrix.elsewhereText')}
      actions={elsewhere.map(({ id, quarter, year, files }) => (
        <Button
          key={id}
          component="a"
          size="compact-sm"
          variant="default"
          href={placeHash('overview', null, `period=${id}`)}
          data-testid={`other-quarter-${id}`}
        >
          {t('quarter.name', { quarter, year })} · {formats.count(files)}
        </Button>
      ))}
    />
  );
}
