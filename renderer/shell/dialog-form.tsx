import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { CallFailure } from '../api/bridge.ts';
import { useTexts } from '../texts.ts';
import { ErrorNotice } from './error-notice.tsx';

interface DialogFormProps {
  readonly testId: string;
  /** The label of the main button. */
  readonly save: string;
  /** The label of the other button, where it does not cancel. */
  readonly leave?: string;
  readonly isSaving: boolean;
  /** Whether the form is complete. */
  readonly isComplete?: boolean;
  /** Whether it cannot be undone: the focus begins at the other button. */
  readonly isFinal?: boolean;
  /** Whether faults are shown at the fields, and not by the browser. */
  readonly tellsFaults?: boolean;
  readonly error: CallFailure | null;
  /** The failed action; shown before the reason. */
  readonly errorTitle?: string;
  readonly onSave: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A question before an action: its meaning, the reason of a refusal, and the two buttons. */
export function DialogForm(props: DialogFormProps) {
  const { t } = useTexts();
  const { error, errorTitle, isComplete = true, isFinal = false } = props;
  return (
    <form
      className="z-form"
      data-testid={props.testId}
      noValidate={props.tellsFaults ?? false}
      onSubmit={(event) => {
        event.preventDefault();
        // A dialog opened by a form is outside of it in the document, but inside it for React: its
        // answer is not the form's.
        event.stopPropagation();
        if (isComplete) props.onSave();
      }}
    >
      {/* What is typed after the press would not be saved, and be lost with the dialog. */}
      <div className="z-contents" inert={props.isSaving}>
        {props.children}
      </div>
      {error === null ? null : (
        <ErrorNotice
          error={error.error}
          {...(errorTitle === undefined ? {} : { title: errorTitle })}
        />
      )}
      <div className="z-form-actions z-form-actions-end">
        <Button
          variant="default"
          onClick={props.onClose}
          {...(isFinal ? { 'data-autofocus': true } : {})}
        >
          {props.leave ?? t('app.cancel')}
        </Button>
        <Button
          type="submit"
          disabled={!isComplete}
          loading={props.isSaving}
          data-testid="dialog-save"
        >
          {props.save}
        </Button>
      </div>
    </form>
  );
}
