import { isDeepStrictEqual } from 'node:util';
import type { AnswerReading, AnswerToRead, LedgerResponse } from '../validator-port.ts';
import { isEngineUnsound } from '../xml/libxml.ts';
import { openAnswer } from './open-answer.ts';
import { readLedgerResponse } from './read-response.ts';

interface Found {
  readonly response: LedgerResponse;
  readonly xml: Uint8Array;
}

/**
 * Finds the ledger's response anywhere in an answer's body, and the ledger's words there. Of
 * several responses, the first with records counts. The reading is incomplete when another response
 * disagrees, or when the only one is damaged.
 */
export function readAnswer({ body, refusals }: AnswerToRead): AnswerReading {
  const { documents, words, isWhole } = openAnswer(body, refusals);
  const found: Found[] = [];
  let isDamaged = false;
  for (const xml of documents) {
    const response = readLedgerResponse(xml);
    if (response !== null) found.push({ response, xml });
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
    response: told?.response ?? null,
    xml: told?.xml ?? null,
    words,
    isWhole: isWhole && isOne && !isEngineUnsound() && (told !== null || !isDamaged),
  };
}
