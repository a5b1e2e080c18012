import { Button, Modal } from '@mantine/core';
import { useTexts } from '../../texts.ts';

interface UnsavedDialogProps {
  readonly isSaving: boolean;
  readonly onStay: () => void;
  readonly onLeave: () => void;
  readonly onSave: () => void;
}

/** Asks before edits that were not saved are lost. */
export function UnsavedDialog({ isSaving, onStay, onLeave, onSave }: UnsavedDialogProps) {
  const { t } = useTexts();
  return (
    <Modal
      opened
      onClose={onStay}
      title={t('source.unsavedTitle')}
      size="lg"
      closeButtonProps={{ 'aria-label': t('app.close') }}
    >
      <div className="z-form" data-testid="unsaved-dialog">
        <p>{t('source.unsavedText')}</p>
        <div className="z-form-actions z-form-actions-end">
          <Button variant="default" color="red" onClick={onLeave} data-testid="source-discard">
            {t('source.discard')}
          </Button>
          <Button variant="default" onClick={onStay}>
            {t('source.stay')}
          </Button>
          <Button loading={isSaving} onClick={onSave} data-autofocus>
            {t('source.save')}
          </Button>
        </div>
      </div>
    </Modal>
  );
}
