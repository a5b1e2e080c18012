import type { WorklistFile } from '../../../contract/worklist.ts';
import { useTexts } from '../../texts.ts';
import { Notice } from '../../ui/notice.tsx';

/** Says that a file may have arrived, and where to look before it is sent again. */
export function UnknownOutcome({ submission }: Pick<WorklistFile, 'submission'>) {
  const { t } = useTexts();
  if (submission?.state !== 'unknown' || submission.code === 'answer_queued') return null;
  return (
    <Notice
      tone="violet"
      testId="unknown-outcome"
      title={t('submission.attention.unknownTitle')}
      text={t('submission.attention.unknownText')}
    />
  );
}
