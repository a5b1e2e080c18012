import { isDeepStrictEqual } from 'node:util';
import type { AnswerReading, AnswerToRead, LedgerResponse } from '../validator-port.ts';
import { readLedgerResponse } from './read-response.ts';
import { openWrappings } from './wrappings.ts';

/** What reading an answer came to; with `mustRecycle` the thread must be ended. */
export interface AnswerRead {
  readonly answer: AnswerReading;
  readonly mustRecycle: boolean;
}

interface Found {
  readonly response: LedgerResponse;
  readonly xml: Uint8Array;
}

/**
 * Reads the ledger's response wherever it lies in an answer's body, and the words of the ledger
 * there. Of several responses the first with records counts. A reading is not whole when another
 * says something else, or one is damaged and there is no other.
 */
export function readAnswer({ body, refusals }: AnswerToRead): AnswerRead {
  const { documents, words, isWhole } = openWrappings(body, refusals);
  const found: Found[] = [];
  let mustRecycle = false;
  let isDamaged = false;
  for (const xml of documents) {
    const read = readLedgerResponse(xml);
    mustRecycle ||= read.mustRecycle;
    if (read.response !== null) found.push({ response: read.response, xml });
    else
      isDamaged ||= Buffer.from(xml.buffer, xml.byteOffset, xml.byteLength).includes('Respuesta');
  }
  const told = found.find(({ response }) => response.records.length > 0) ?? found[0] ?? null;
  const others = found.filter(
    ({ response }) => response.records.length > 0 && response !== told?.response,
  );
  const isOne = others.every(({ response }) =>
    isDeepStrictEqual(response.records, told?.response.records),
  );
  return {
    answer: {
      response: told?.response ?? null,
      xml: told?.xml ?? null,
      words,
      isWhole: isWhole && isOne && !mustRecycle && (told !== null || !isDamaged),
    },
    mustRecycle,
  };
}
