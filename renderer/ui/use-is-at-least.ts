import { useMediaQuery } from '@mantine/hooks';

/** Whether the window has this width or more, known at the first drawing. */
export function useIsAtLeast(width: string): boolean {
  return useMediaQuery(`(min-width: ${width})`, true, { getInitialValueInEffect: false });
}
