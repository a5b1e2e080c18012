import { Button, type ButtonProps } from '@mantine/core';
import { useState } from 'react';
import { pressOnce } from './press-once.ts';

interface RemoveButtonProps extends Pick<ButtonProps, 'size' | 'variant' | 'loading'> {
  readonly text: string;
  /** The button's text while it asks. */
  readonly confirm: string;
  /** Names what it removes, where a list has several. */
  readonly label?: string;
  readonly title?: string;
  readonly testId?: string;
  readonly onRemove: () => void;
}

/**
 * Asks, in red, before the press that removes: the removal cannot be undone. Escape cancels the
 * question.
 */
export function RemoveButton(props: RemoveButtonProps) {
  const { text, confirm, label, testId, onRemove, ...look } = props;
  const [asks, setAsks] = useState(false);
  const { onClick, onKeyDown } = pressOnce(() => {
    setAsks(!asks);
    if (asks) onRemove();
  });
  return (
    <Button
      variant="default"
      {...look}
      color={asks ? 'red' : 'gray'}
      aria-label={asks ? confirm : label}
      onBlur={() => setAsks(false)}
      onKeyDown={(event) => {
        onKeyDown(event);
        if (event.key === 'Escape') setAsks(false);
      }}
      onClick={onClick}
      data-testid={testId}
    >
      {asks ? confirm : text}
    </Button>
  );
}
