import { Button } from '@mantine/core';
import { useTexts } from '../../texts.ts';
import { Notice } from '../../ui/notice.tsx';
import { useRunningImport } from './use-import.ts';

interface WaitingTablesProps {
  readonly waiting: readonly File[];
  readonly onNext: () => void;
}

/** The tables that come after the open one. */
export function WaitingTables({ waiting, onNext }: WaitingTablesProps) {
  const { t } = useTexts();
  const isWriting = useRunningImport() !== null;
  const count = waiting.length;
  if (count === 0) return null;
  return (
    <Notice
      tone="grey"
      testId="waiting-tables"
      title={t('companyImport.waiting', { count })}
      text={waiting.map(({ name }) => name).join(' · ')}
      actions={
        <Button variant="default" disabled={isWriting} onClick={onNext} data-testid="next-table">
          {t('companyImport.next')}
        </Button>
      }
    />
  );
}
