import { Button } from '@mantine/core';
import type { CallError } from '../../../../contract/errors.ts';
import { BareDialog } from '../../../shell/dialog.tsx';
import { ErrorNotice } from '../../../shell/error-notice.tsx';
import { useTexts } from '../../../texts.ts';

interface UnsavedDialogProps {
  readonly isSaving: boolean;
  /** The reason why it could not be saved. */
  readonly error: CallError | null;
  readonly onStay: () => void;
  readonly onLeave: () => void;
  readonly onSave: () => void;
}

/** Asks before unsaved edits are lost. Without a header: the dialog below has one. */
export function UnsavedDialog({ isSaving, error, onStay, onLeave, onSave }: UnsavedDialogProps) {
  const { t } = useTexts();
  return (
    <BareDialog title={t('source.unsavedTitle')} onClose={onStay} size="lg">
      <div className="z-form" data-testid="unsaved-dialog">
        <h2 className="z-modal-title">{t('source.unsavedTitle')}</h2>
        <p>{t('source.unsavedText')}</p>
        {error === null ? null : <ErrorNotice error={error} />}
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
    </BareDialog>
  );
}
