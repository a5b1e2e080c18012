import { Text } from '@codemirror/state';
import type { HostBridge } from '../../../../contract/client.ts';
import { callMethod } from '../../../api/bridge.ts';
import { createBreath } from './breathing.ts';
import { breakLine, LineLayout, maxLine } from './line-layout.ts';

/** A file's text, ready to show. */
export interface LoadedSource {
  readonly doc: Text;
  readonly layout: LineLayout;
  /** The file's line ending. */
  readonly lineBreak: '\n' | '\r\n';
  readonly encoding: string;
  readonly sizeBytes: number;
  /** False where some bytes are invalid in the encoding: they are read as UTF-8 or windows-1252. */
  readonly isFaithful: boolean;
}

/** Lines between two looks at the clock. */
const linesAtOnce = 100;

/** Collects lines into a document, some at a time. */
class DocBuilder {
  #doc: Text | null = null;
  #waiting: string[] = [];

  add(line: string): void {
    this.#waiting.push(line);
    if (this.#waiting.length >= 4000) this.#flush();
  }

  #flush(): void {
    const lines = this.#waiting.length > 0 ? this.#waiting : [''];
    this.#waiting = [];
    this.#doc = this.#doc === null ? Text.of(lines) : this.#doc.append(Text.of(['', ...lines]));
  }

  end(): Text {
    if (this.#waiting.length > 0 || this.#doc === null) this.#flush();
    return this.#doc ?? Text.empty;
  }
}

/**
 * Reads a file's text piece by piece and lays it out, without blocking the window. `isWanted`
 * returns false when the person has left.
 */
export async function loadSource(
  bridge: HostBridge,
  fileId: string,
  isWanted: () => boolean,
): Promise<LoadedSource | null> {
  const breathe = createBreath();
  const layout = new LineLayout();
  const builder = new DocBuilder();
  let rest = '';
  let returns = 0;
  let facts = { encoding: '', sizeBytes: 0, isFaithful: true };

  async function takeLong(line: string): Promise<void> {
    const steps = breakLine(line);
    let step = steps.next();
    for (; step.done !== true; step = steps.next()) await breathe();
    for (const lines of layout.addBroken(line, step.value)) {
      for (const part of lines) builder.add(part);
      await breathe();
    }
  }

  // Hundreds of thousands of lines: awaiting each would leave a promise for each.
  async function take(lines: readonly string[]): Promise<void> {
    for (const [index, line] of lines.entries()) {
      const isReturned = line.endsWith('\r');
      if (isReturned) returns += 1;
      const bare = isReturned ? line.slice(0, -1) : line;
      if (bare.length > maxLine) await takeLong(bare);
      else {
        layout.addLine();
        builder.add(bare);
      }
      if (index % linesAtOnce === 0) await breathe();
    }
  }

  for (let offset: number | null = 0; offset !== null; ) {
    const piece: Awaited<ReturnType<typeof readPiece>> = await readPiece(bridge, fileId, offset);
    if (!isWanted()) return null;
    const { encoding, sizeBytes, isFaithful } = piece;
    facts = { encoding, sizeBytes, isFaithful };
    const lines = (rest + piece.text).split('\n');
    rest = lines.pop() ?? '';
    await take(lines);
    offset = piece.nextOffset;
  }
  await take([rest]);
  return { doc: builder.end(), layout, lineBreak: returns > 0 ? '\r\n' : '\n', ...facts };
}

function readPiece(bridge: HostBridge, fileId: string, offset: number) {
  return callMethod(bridge, 'submissions.source', { fileId, offset, limit: 1_000_000 });
}

/** A document as a file in UTF-8, made without blocking the window. */
export async function toTextFile(doc: Text, lineBreak: string): Promise<File> {
  const breathe = createBreath();
  const parts: Blob[] = [];
  let gathered: string[] = [];
  // A blob encodes its text when it is made: many small ones, each in its own turn.
  const flush = (end: string) => {
    parts.push(new Blob([gathered.join(lineBreak) + end]));
    gathered = [];
  };
  for (const line of doc.iterLines()) {
    if (gathered.length === 2000) {
      flush(lineBreak);
      await breathe();
    }
    gathered.push(line);
  }
  flush('');
  return new File(parts, 'texto.xml', { type: 'application/xml' });
}
