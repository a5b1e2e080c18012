/** Writes text to standard output and waits until it is taken: a slow reader slows us, and nothing is cut at the end. */
export function write(text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(text, (error) => (error ? reject(error) : resolve()));
  });
}

/** Writes a line to standard output. */
export function writeLine(text = ''): Promise<void> {
  return write(`${text}\n`);
}

/** Writes a value as JSON with a line end. */
export function writeJson(value: unknown): Promise<void> {
  return write(`${JSON.stringify(value, null, 2)}\n`);
}

/** Writes a line for the person to standard error, out of the way of the output itself. */
export function complain(text: string): void {
  process.stderr.write(`zubi: ${text}\n`);
}

/** Ends quietly when whoever reads our output has gone (`zubi history | head`). */
export function endWithReader(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
    throw error;
  });
}
