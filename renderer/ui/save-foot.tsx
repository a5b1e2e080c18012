import { Button } from '@mantine/core';
import type { ReactNode } from 'react';

interface SaveFootProps {
  readonly label: string;
  readonly isChanged: boolean;
  readonly isSaving: boolean;
  /** Beside it: other actions. */
  readonly children?: ReactNode;
}

/** The one way of saving in Settings: a button at the form's foot. */
export function SaveFoot({ label, isChanged, isSaving, children }: SaveFootProps) {
  return (
    <div className="z-form-actions">
      <Button
        type="submit"
        variant={isChanged ? 'filled' : 'default'}
        disabled={!isChanged}
        loading={isSaving}
      >
        {label}
      </Button>
      {children}
    </div>
  );
}
