import { Button, Modal } from '@mantine/core';
import { placeHash } from '../../router.ts';
import { useTexts } from '../../texts.ts';
import { isSubmissionState } from '../../ui/state-tones.ts';
import type { Duplicate } from './duplicates.ts';

interface DuplicateDialogProps {
  readonly duplicates: readonly Duplicate[];
  /** How many files of the same sending are new. */
  readonly others: number;
  readonly isSending: boolean;
  readonly onSendAnyway: () => void;
  readonly onSendOthers: () => void;
  readonly onLeave: () => void;
}

function DuplicateRow({ duplicate }: { readonly duplicate: Duplicate }) {
  const { t, formats } = useTexts();
  const { file, sentAt, state, submissionId } = duplicate;
  const stateText = state !== null && isSubmissionState(state) ? t(`state.${state}`) : (state ?? '');
  return (
    <li className="z-card">
      {sentAt === null
        ? t('duplicate.rowUnknown', { file })
        : t('duplicate.row', { file, when: formats.moment(sentAt), state: stateText })}{' '}
      {submissionId === null ? null : <a href={placeHash('history', submissionId)}>{t('duplicate.look')}</a>}
    </li>
  );
}

/** Asks for an explicit yes before a document that is in the history goes again; says where and when it was. */
export function DuplicateDialog(props: DuplicateDialogProps) {
  const { t } = useTexts();
  const count = props.duplicates.length;
  return (
    <Modal
      opened
      onClose={props.onLeave}
      title={t('duplicate.title', { count })}
      size="lg"
      closeButtonProps={{ 'aria-label': t('app.close') }}
    >
      <div className="z-form" data-testid="duplicate-dialog">
        <p>{t('duplicate.text')}</p>
        <ul className="z-plain-list z-scroll-list">
          {props.duplicates.map((duplicate) => (
            <DuplicateRow key={duplicate.fileId ?? duplicate.file} duplicate={duplicate} />
          ))}
        </ul>
        <div className="z-form-actions z-form-actions-end">
          <Button
            variant="default"
            color="red"
            loading={props.isSending}
            onClick={props.onSendAnyway}
            data-testid="send-duplicates"
          >
            {t('duplicate.send', { count })}
          </Button>
          {props.others > 0 ? (
            <Button variant="default" onClick={props.onSendOthers}>
              {t('duplicate.sendOthers')}
            </Button>
          ) : null}
          <Button data-autofocus onClick={props.onLeave} data-testid="leave-duplicates">
            {t('duplicate.leave')}
          </Button>
        </div>
      </div>
    </Modal>
  );
}
