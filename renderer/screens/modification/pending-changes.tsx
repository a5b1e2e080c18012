import { Button } from '@mantine/core';
import { placeHash } from '../../router.ts';
import { useTexts } from '../../texts.ts';
import { Notice } from '../../ui/notice.tsx';
import type { RecordForm } from './use-modification.ts';

type Pending = RecordForm['pending'][number];

const hashOf = ({ fileId, submissionId }: Pending): string =>
  fileId === null ? placeHash('history', submissionId) : placeHash('submit', fileId);

/** Changes of the record that wait already: a second one may undo the first. */
export function PendingChanges({ form }: { readonly form: RecordForm }) {
  const { t } = useTexts();
  return form.pending.map((pending) => {
    const { operation, file, fileId, submissionId } = pending;
    const where = fileId === null ? 'onItsWay' : 'waits';
    return (
      <Notice
        key={fileId ?? submissionId}
        tone="amber"
        testId="pending-change"
        title={t(
          `record.pending.${where}.${operation === 'cancellation' ? operation : 'modification'}`,
        )}
        text={t('record.pending.text', { file })}
        actions={
          <Button component="a" variant="default" href={hashOf(pending)} data-testid="open-pending">
            {t('record.pending.open')}
          </Button>
        }
      />
    );
  });
}
