import { Button } from '@mantine/core';
import type { ReactNode } from 'react';

interface SaveFootProps {
  readonly label: string;
  readonly isChanged: boolean;
  readonly isSaving: boolean;
  /** Beside it: other actions. */
  readonly children?: ReactNode;
}

/**
 * The only way of saving in Settings: a button at the form's foot. With nothing to save it is off,
 * but keeps the focus after saving.
 */
export function SaveFoot({ label, isChanged, isSaving, children }: SaveFootProps) {
  return (
    <div className="z-form-actions">
      <Button
        type="submit"
        variant={isChanged ? 'filled' : 'default'}
        data-disabled={!isChanged}
        loading={isSaving}
      >
        {label}
      </Button>
      {children}
    </div>
  );
}
