import type { ChildProcess } from 'node:child_process';

/** The output of a process, word by word. */
export function hear(child: ChildProcess): { readonly until: (word: string) => Promise<void> } {
  let said = '';
  let tell = (): void => {};
  child.stdout?.on('data', (chunk: Buffer) => {
    said += String(chunk);
    tell();
  });
  child.once('exit', () => tell());
  return {
    async until(word) {
      while (!said.includes(word)) {
        if (child.exitCode !== null) throw new Error(`the sender ended before it said ${word}`);
        await new Promise<void>((resolve) => {
          tell = resolve;
        });
      }
    },
  };
}
