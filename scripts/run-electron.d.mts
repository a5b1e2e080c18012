/** What became of the desktop: its exit code, or why the browser takes its place. */
export type DesktopEnd = { readonly code: number } | { readonly reason: string };

/** Judges how Electron ended, and after how many seconds. */
export function judgeEnd(end: {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly seconds: number;
}): DesktopEnd;

/** Runs the desktop to its end; `now` in milliseconds. */
export function runDesktop(
  program: string,
  args: readonly string[],
  now?: () => number,
): Promise<DesktopEnd>;
