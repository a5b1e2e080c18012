import type { ComponentProps, MouseEvent } from 'react';

interface BusyButtonProps extends ComponentProps<'button'> {
  /** Set by the library while what the button began goes on; it asks for `disabled` then too. */
  readonly 'data-loading'?: boolean | string;
}

/**
 * What a button of the library is drawn as. While what it began goes on it does nothing and says
 * so, but it stays where the keyboard is: a disabled element would let the focus fall to the page's
 * body.
 */
export function BusyButton({ type = 'button', disabled, onClick, ...others }: BusyButtonProps) {
  const isBusy = Boolean(others['data-loading']);
  // A press that sends a form is a click too: so Enter in a field does nothing either.
  const doNothing = (event: MouseEvent) => event.preventDefault();
  return (
    <button
      {...others}
      type={type}
      disabled={isBusy ? undefined : disabled}
      aria-disabled={isBusy || undefined}
      aria-busy={isBusy || undefined}
      onClick={isBusy ? doNothing : onClick}
    />
  );
}
