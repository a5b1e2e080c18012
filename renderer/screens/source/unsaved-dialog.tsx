import { Button, Modal } from '@mantine/core';
import { useTexts } from '../../texts.ts';

interface UnsavedDialogProps {
  readonly isSaving: boolean;
  readonly onStay: () => void;
  readonly onLeave: () => void;
  readonly onSave: () => void;
}

/** Asks before edits that were not saved are lost. Without a header of its own: there is one in the dialog below it. */
export function UnsavedDialog({ isSaving, onStay, onLeave, onSave }: UnsavedDialogProps) {
  const { t } = useTexts();
  return (
    <Modal.Root opened onClose={onStay} size="lg" lockScroll={false} centered radius="lg" padding="lg">
      <Modal.Overlay />
      <Modal.Content aria-label={t('source.unsavedTitle')}>
        <Modal.Body>
          <div className="z-form" data-testid="unsaved-dialog">
            <h2 className="z-modal-title">{t('source.unsavedTitle')}</h2>
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
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
