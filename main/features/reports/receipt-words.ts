import type { ReceiptFile } from './receipt.ts';
import type { Speech } from './receipt-speech.ts';

/** Where the result comes from: an answer, a person, or nobody. */
export function howKnown(
  { submission, answer, decision, failure }: ReceiptFile,
  speech: Speech,
): string {
  const { say, instant, texts } = speech;
  const said = [submission.answerCode, submission.answerMessage].filter(Boolean).join(': ');
  if (decision !== null) {
    const words = say('byPerson', { when: instant(decision.at) });
    return decision.note === null ? words : `${words} ${say('note', { note: decision.note })}`;
  }
  if (failure !== null) return texts.happened({ code: failure, details: {} });
  if (submission.state === 'unknown') return say('noAnswer');
  if (answer === null) return '';
  const byAnswer = say('byAnswer', { when: instant(submission.finishedAt) });
  return said === '' ? byAnswer : `${byAnswer} ${say('said', { said })}`;
}

/** The total, then how they were answered; nothing where nothing was told. */
export function recordsText({ submission }: ReceiptFile, speech: Speech): string {
  const { correct, acceptedWithErrors, incorrect } = submission.recordCounts;
  const { say, texts } = speech;
  const told = [
    { name: 'correct', count: correct },
    { name: 'acceptedWithErrors', count: acceptedWithErrors },
    { name: 'incorrect', count: incorrect },
  ]
    .filter(({ count }) => count > 0)
    .map(({ name, count }) => say(`counts.${name}`, { count, number: texts.number(count) }));
  return [texts.number(submission.records), ...told].join(' · ');
}
