import { runToEnd, signalExitCode } from './checkout.mjs';

/**
 * The desktop's exit code for "a box said why this does not open" (`main/hosts/desktop/`): a
 * browser would only repeat it.
 */
const explained = 70;
/** An Electron that fails this soon could not start here: libraries or a screen are missing. */
const startSeconds = 10;
/** Signals by which a person or the system ends a program; any other is a crash. */
const endings = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGKILL'];

/** The desktop's result: its exit code, or the reason why the browser takes its place. */
export function judgeEnd({ code, signal, seconds }) {
  if (signal !== null) {
    if (endings.includes(signal)) return { code: signalExitCode(signal) };
    return { reason: `Electron crashed (${signal})` };
  }
  // Windows has no signals: a crash is an exception's number, 0x80000003 for Chromium's own.
  if (code >= 0x80000000) return { reason: `Electron crashed (0x${code.toString(16)})` };
  // A script around Electron reports a signal this way.
  const wasEnded = endings.some((name) => code === signalExitCode(name));
  if (code === 0 || code === explained || wasEnded || seconds >= startSeconds) return { code };
  return { reason: `Electron could not start (code ${code})` };
}

/** Runs the desktop to its end and returns its exit code, or the reason why it could not start. */
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
