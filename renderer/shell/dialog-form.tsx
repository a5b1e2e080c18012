import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { CallFailure } from '../api/bridge.ts';
import { useTexts } from '../texts.ts';
import { ErrorNotice } from './error-notice.tsx';

interface DialogFormProps {
  readonly testId: string;
  /** What the button says that does it. */
  readonly save: string;
  /** What the button says that leaves it undone, where it is no taking back. */
  readonly leave?: string;
  readonly isSaving: boolean;
  /** Whether enough has been said to do it. */
  readonly isComplete?: boolean;
  /** Whether what is wrong is told at the fields, and not by the browser. */
  readonly tellsFaults?: boolean;
  readonly error: CallFailure | null;
  /** What did not come about; before the reason. */
  readonly errorTitle?: string;
  readonly onSave: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/**
 * What a dialog asks before it does something: what that means, why it was refused, and the two
 * ways out.
 */
export function DialogForm(props: DialogFormProps) {
  const { t } = useTexts();
  const { error, errorTitle, isComplete = true } = props;
  return (
    <form
      className="z-form"
      data-testid={props.testId}
      noValidate={props.tellsFaults ?? false}
      onSubmit={(event) => {
        event.preventDefault();
        // A dialog that a form opened lies outside of it in the window, and inside it for React:
        // its answer is not the form's.
        event.stopPropagation();
        if (isComplete) props.onSave();
      }}
    >
      {props.children}
      {error === null ? null : (
        <ErrorNotice
          error={error.error}
          {...(errorTitle === undefined ? {} : { title: errorTitle })}
        />
      )}
      <div className="z-form-actions z-form-actions-end">
        <Button variant="default" onClick={props.onClose}>
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
