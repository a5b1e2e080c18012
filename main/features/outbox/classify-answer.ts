import type { CallError } from '../../../contract/errors.ts';
import type { AnsweredOutcome, AnswerPart } from '../../service/client-port.ts';
import type { SaidWords } from '../../validator/validator-port.ts';

/** The facts read from the answer to a submission. */
export interface AnswerFacts {
  readonly result: AnsweredOutcome['result'];
  readonly absent: readonly AnswerPart[];
  /** The names by which the answer denies an acceptance. */
  readonly denials: readonly string[];
  /** Records accepted, in the whole answer: each speaks against a refusal of the file. */
  readonly kept: number;
  /** Records of the file accepted with errors, and refused. */
  readonly keptWithErrors: number;
  readonly refused: number;
  /** Whether the answer calls records of the file cancelled, though it cancels none. */
  readonly isCancelled: boolean;
  /** Whether the answer refuses records that the file does not have. */
  readonly refusesOthers: boolean;
  /** Records of the file without a state in the answer; of them, those with two states. */
  readonly untold: number;
  readonly contradicted: number;
  /** Whether the answer names any record of the file. */
  readonly tellsOfFile: boolean;
  /** Whether it names records, and none of them is the file's. */
  readonly tellsOfOthersOnly: boolean;
  /** Whether, moreover, none of the invoices' numbers in it is in the file. */
  readonly isOfAnother: boolean;
  /**
   * Why a response of the ledger that the answer has, or may have, says nothing: it could not be
   * read, or answers another document.
   */
  readonly unread: 'unreadable' | 'foreign' | null;
  /** Whether the ledger's response gives the state of every record; null without a response. */
  readonly ledgerTellsAll: boolean | null;
  readonly words: SaidWords;
}

type AnsweredState = 'accepted' | 'partially_accepted' | 'rejected';

/** How the submission ended, or why nobody knows. */
export type Classification =
  | { readonly state: AnsweredState; readonly doubt: null }
  | { readonly state: 'unknown'; readonly doubt: CallError };

const ended = (state: AnsweredState): Classification => ({ state, doubt: null });
type Lack = 'absent' | 'unreadable' | 'foreign' | 'others' | 'untold';
const incomplete = (part: AnswerPart, reason: Lack): Classification => ({
  state: 'unknown',
  doubt: { code: 'answer_incomplete', details: { part, reason } },
});
const contradictory = (details: CallError['details']): Classification => ({
  state: 'unknown',
  doubt: { code: 'answer_contradictory', details },
});

/**
 * How a submission ended, from its whole answer: the first line that fits. The records' states win
 * over the word for the file, and nothing contradicts the ledger's response. Pure.
 */
export function classifyAnswer(facts: AnswerFacts): Classification {
  const { result, kept, refused, untold, contradicted, denials, unread } = facts;
  const isDenied = denials.length > 0;
  const isPart = kept > 0 && refused > 0;
  const isWhole = kept > 0 && refused === 0 && untold === 0 && facts.keptWithErrors === 0;
  if (unread !== null) return incomplete('ledger_response', unread);
  if (facts.isCancelled) {
    const said = result === 'incorrect' ? 'refused' : 'accepted';
    return contradictory({ said, word: 'Anulado' });
  }
  if (facts.isOfAnother) return incomplete('every_record', 'others');
  if (refused > 0 && kept === 0 && untold === 0) return classifyRefusal(facts);
  switch (result) {
    case 'incorrect':
      // Beside a denial, a record without a state may have been taken or refused.
      if (isPart || (kept > 0 && untold > 0 && !isDenied)) return ended('partially_accepted');
      if (kept > 0 || contradicted > 0) return contradictory({ said: 'refused' });
      return classifyRefusal(facts);
    case 'partially_correct':
      if (facts.tellsOfOthersOnly) return incomplete('every_record', 'absent');
      if (isWhole) return contradictory({ said: 'accepted', word: facts.words.refusal });
      return ended('partially_accepted');
    case 'correct':
      if (refused === 0 && contradicted === 0) return classifyAcceptance(facts, 'accepted');
      if (isPart) return ended('partially_accepted');
      if (!isDenied && (kept > 0 || (refused > 0 && facts.tellsOfFile)))
        return ended('partially_accepted');
      return contradictory({ said: 'accepted', word: denials[0] ?? null });
    case null:
      if (isPart) return ended('partially_accepted');
      if (kept === 0 || untold > 0) return incomplete('result', 'absent');
      return classifyAcceptance(
        facts,
        facts.keptWithErrors > 0 ? 'partially_accepted' : 'accepted',
      );
  }
}

/** Without a complete response of the ledger, no word in the answer may contradict the refusal. */
function classifyRefusal(facts: AnswerFacts): Classification {
  if (facts.ledgerTellsAll && facts.untold === 0) return ended('rejected');
  const { taken } = facts.words;
  return taken === null ? ended('rejected') : contradictory({ said: 'refused', word: taken });
}

function classifyAcceptance(
  facts: AnswerFacts,
  state: 'accepted' | 'partially_accepted',
): Classification {
  const { absent, denials, ledgerTellsAll, words, keptWithErrors } = facts;
  if (facts.refusesOthers) return contradictory({ said: 'accepted' });
  const [part] = absent;
  if (part !== undefined) return incomplete(part, 'absent');
  // The ledger lists each record that it accepts. It may refuse a file without listing records.
  if (ledgerTellsAll === false) return incomplete('ledger_response', 'untold');
  const [denial] = denials;
  if (denial !== undefined) return contradictory({ said: 'accepted', word: denial });
  // The texts and codes of records accepted with errors may tell the errors.
  const inText = keptWithErrors > 0 ? null : (words.refusalInText ?? words.withErrors);
  const isSame = state === 'partially_accepted' && /^parcialmente/i.test(words.refusal ?? '');
  const word = isSame ? inText : (words.refusal ?? inText);
  return word === null ? ended(state) : contradictory({ said: 'accepted', word });
}
