import type { Socket } from 'node:net';

/** Longest line: the largest document in Base64, and its name. */
const maxLine = 400 * 1024 * 1024;
/** Longest line before the other side has proved itself. */
const maxGreeting = 4096;

/** JSON values over a socket, one line each. */
export interface Lines {
  send(value: object): void;
  /** From now on longer lines are accepted. */
  trust(): void;
}

/**
 * Passes each value to `onValue`; a line that is not a JSON object, or is too long, ends the
 * socket.
 */
export function jsonLines(
  socket: Socket,
  onValue: (value: Readonly<Record<string, unknown>>) => void,
): Lines {
  let pieces: string[] = [];
  let length = 0;
  let limit = maxGreeting;
  const take = (line: string) => {
    const value: unknown = JSON.parse(line);
    if (typeof value !== 'object' || value === null) throw new Error('no object');
    onValue(Object.fromEntries(Object.entries(value)));
  };
  socket.setEncoding('utf8');
  socket.on('data', (chunk) => {
    try {
      const [first = '', ...rest] = String(chunk).split('\n');
      pieces.push(first);
      length += first.length;
      for (const next of rest) {
        take(pieces.join(''));
        pieces = [next];
        length = next.length;
      }
      if (length > limit) socket.destroy();
    } catch {
      socket.destroy();
    }
  });
  socket.on('error', () => socket.destroy());
  return {
    send: (value) => void socket.write(`${JSON.stringify(value)}\n`),
    trust: () => {
      limit = maxLine;
    },
  };
}
