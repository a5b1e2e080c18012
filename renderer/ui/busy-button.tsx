import type { ComponentProps, MouseEvent } from 'react';

interface BusyButtonProps extends ComponentProps<'button'> {
  /** Set by the library while the button's act runs; it asks for `disabled` then too. */
  readonly 'data-loading'?: boolean | string;
  readonly 'data-disabled'?: boolean | string;
}

/**
 * The element of a library button. While its action runs, or with `data-disabled`, it does nothing
 * and says so, but keeps the focus: a disabled element would lose it to the page's body.
 */
export function BusyButton({ type = 'button', disabled, onClick, ...others }: BusyButtonProps) {
  const isBusy = Boolean(others['data-loading']);
  const isOff = isBusy || Boolean(others['data-disabled']);
  // Submitting a form with Enter is a click too, so Enter does nothing either.
  const doNothing = (event: MouseEvent) => event.preventDefault();
  return (
    <button
      {...others}
      type={type}
      disabled={isBusy ? undefined : disabled}
      aria-disabled={isOff || undefined}
      aria-busy={isBusy || undefined}
      onClick={isOff ? doNothing : onClick}
    />
  );
}
