import type { SendOutcome } from '../../../main/service/client-port.ts';
import { toSendOutcome } from '../../../main/service/outcome.ts';
import { defaultServiceProfile } from '../../../main/service/profile.ts';
import { createRedactor } from '../../../main/service/redaction.ts';
import {
  codeOf,
  type Fate,
  isTaken,
  keyOf,
  type Truth,
  wordOf,
  writeResponse,
} from './ledger-truth.ts';
import type { Wrapping } from './wrappings.ts';

export const envelopes = ['true', 'ok', 'partly', 'refused', 'nothing', 'lies'] as const;
export type Envelope = (typeof envelopes)[number];
export const lists = ['all', 'refused only', 'none', 'misplaced', 'lies'] as const;
export type List = (typeof lists)[number];

/** One answer of a service. */
export interface Cell {
  readonly truth: Truth;
  readonly wrapping: Wrapping;
  readonly envelope: Envelope;
  readonly list: List;
}

const profile = defaultServiceProfile();

function resultOf({ envelope, truth }: Cell): string | undefined {
  switch (envelope) {
    case 'true':
      return wordOf(truth);
    case 'ok':
      return 'correct';
    case 'partly':
      return 'partially_correct';
    case 'refused':
      return 'incorrect';
    case 'nothing':
      return undefined;
    case 'lies':
      return wordOf(truth) === 'incorrect' ? 'correct' : 'incorrect';
  }
}

const states: Readonly<Record<Fate, string>> = {
  Correcto: 'correct',
  AceptadoConErrores: 'accepted_with_errors',
  Incorrecto: 'incorrect',
};

function listOf({ list, truth }: Cell) {
  const told = truth.fates.map((fate, index) => {
    const said = list === 'lies' ? (isTaken(fate) ? 'Incorrecto' : 'Correcto') : fate;
    return { key: keyOf(index), state: states[said], code: list === 'lies' ? null : codeOf(said) };
  });
  if (list === 'none' || truth.isRefusedWhole) return { records: [] };
  if (list === 'misplaced') return { items: told };
  return { records: told.filter(({ state }) => list !== 'refused only' || state === 'incorrect') };
}

/** The answer as bytes, read by a profile that fits the cell. */
export function answerOf(cell: Cell): SendOutcome {
  const { wrapping, envelope, truth } = cell;
  const { submission } = profile.answers;
  const xml = writeResponse(truth);
  const name = wrapping.place === undefined ? 'ledger_response_xml' : 'other';
  const json = JSON.stringify({
    result: resultOf(cell),
    ...listOf(cell),
    [name]: wrapping.put(xml),
  });
  const [contentType, body] = wrapping.send?.(json, xml) ?? ['application/json', json];
  const named = {
    ...submission,
    result: envelope === 'nothing' ? null : submission.result,
    // Without a question mark: an answer without it proves nothing.
    ledgerResponse: wrapping.place === 'unnamed' ? null : 'ledger_response_xml',
  };
  const answers = { ...profile.answers, submission: named };
  const raw = { status: 200, contentType, body: Buffer.from(body), latencyMs: 1 };
  return toSendOutcome(
    { kind: 'answered', raw, retryAfter: null },
    { profile: { ...profile, answers }, redactor: createRedactor([]), now: new Date(0) },
  );
}
