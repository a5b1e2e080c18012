/** A record of a text table: a line, or several where line ends stand between quotes. */
export interface CsvRecord {
  readonly text: string;
  /** It ends within quotes: they were never closed. */
  readonly isOpen: boolean;
}

/**
 * The records of a text, cut where the reader cuts them: a quote opens at the beginning of a cell
 * only, and is doubled to stand for itself.
 */
export function* recordsOf(text: string, delimiters: string): Generator<CsvRecord> {
  let start = 0;
  let isOpen = false;
  let isCellStart = true;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charAt(at);
    if (isOpen) {
      if (sign !== '"') continue;
      if (text.charAt(at + 1) === '"') at += 1;
      else isOpen = false;
    } else if (sign === '\n' || sign === '\r') {
      yield { text: text.slice(start, at), isOpen };
      if (sign === '\r' && text.charAt(at + 1) === '\n') at += 1;
      start = at + 1;
      isCellStart = true;
    } else {
      isOpen = sign === '"' && isCellStart;
      isCellStart = delimiters.includes(sign);
    }
  }
  if (start < text.length) yield { text: text.slice(start), isOpen };
}
