import { connect } from 'node:net';
import { createInterface } from 'node:readline';

/*
 * The line to the test, which plays the person and the system: it gets what shows, answers dialogs
 * and acts outside the window.
 */

type Command = (input: Record<string, unknown>) => unknown;

const socket = connect(process.env.STAND_IN_CONTROL ?? '/dev/null').unref();
socket.on('error', () => undefined);
const commands = new Map<string, Command>();

/** Reports to the test that something shows or has happened. */
export function tell(what: string, facts: Record<string, unknown> = {}): void {
  socket.write(`${JSON.stringify({ what, pid: process.pid, ...facts })}\n`);
}

/** Registers an act of the test; its return value is the answer. */
export function command(name: string, run: Command): void {
  commands.set(name, run);
}

/** Waits until every report so far is on its way. */
export const flushed = (): Promise<void> => new Promise((resolve) => socket.end(resolve));

createInterface({ input: socket }).on('line', async (line) => {
  const { id, name, ...input } = JSON.parse(line);
  try {
    tell('done', { id, value: (await commands.get(name)?.(input)) ?? null });
  } catch (error) {
    tell('done', { id, error: (error as Error).message });
  }
});
