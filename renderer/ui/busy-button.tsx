import type { ComponentProps, MouseEvent } from 'react';

interface BusyButtonProps extends ComponentProps<'button'> {
  /** Set by the library while the button's act runs; it asks for `disabled` then too. */
  readonly 'data-loading'?: boolean | string;
}

/**
 * The element of a library button. While its act runs it does nothing and says so, but it keeps the
 * focus: a disabled element would let it fall to the page's body.
 */
export function BusyButton({ type = 'button', disabled, onClick, ...others }: BusyButtonProps) {
  const isBusy = Boolean(others['data-loading']);
  // Sending a form by Enter is a click too: so Enter does nothing either.
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
