import { runToEnd, signalExitCode } from './checkout.mjs';

/**
 * The desktop's own exit code for "a box has said why this does not open" (`main/hosts/desktop/`):
 * a browser would only say it again.
 */
const explained = 70;
/**
 * An Electron that fails this soon could not start here at all: libraries or a screen that are not
 * there.
 */
const startSeconds = 10;
/** By these a person or the system ends a program; by any other signal it has crashed. */
const endings = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGKILL'];

/** What became of the desktop: its exit code, or why the browser takes its place. */
export function judgeEnd({ code, signal, seconds }) {
  if (signal !== null) {
    if (endings.includes(signal)) return { code: signalExitCode(signal) };
    return { reason: `Electron crashed (${signal})` };
  }
  // Windows has no signals: a crash is an exception's number.
  if (code >= 0xc0000000) return { reason: `Electron crashed (0x${code.toString(16)})` };
  // A script around Electron tells a signal this way.
  const wasEnded = endings.some((name) => code === signalExitCode(name));
  if (code === 0 || code === explained || wasEnded || seconds >= startSeconds) return { code };
  return { reason: `Electron could not start (code ${code})` };
}

/** Runs the desktop to its end and gives its exit code, or why it could not start. */
export async function runDesktop(program, args, now = () => performance.now()) {
  const { ELECTRON_RUN_AS_NODE: _, ...env } = process.env;
  const startedAt = now();
  try {
    const end = await runToEnd(program, args, { env });
    return judgeEnd({ ...end, seconds: (now() - startedAt) / 1000 });
  } catch (error) {
    // Not a program, or one of another system.
    return { reason: `Electron could not start (${error.code})` };
  }
}
