import type { i18n } from 'i18next';
import { fieldTextsOf, withKindWords } from '../contract/answer.ts';
import type { CallError } from '../contract/errors.ts';
import type { Issue } from '../contract/verdict.ts';
import { translate } from './texts.ts';

/** The text of a fault or a refusal: name, meaning, next step. A part without a text is null. */
export interface Sentences {
  readonly title: string;
  readonly message: string | null;
  readonly hint: string | null;
}

type Values = Readonly<Record<string, unknown>>;

function lookUp(
  texts: i18n,
  namespace: 'errors' | 'issues',
  key: string,
  values: Values,
): string | null {
  const options = { ns: namespace, nsSeparator: '::', ...values };
  if (!texts.exists(key, options)) return null;
  const found: unknown = texts.t(key, options);
  return typeof found === 'string' ? found : null;
}

/** The service's own words about its refusal, by field where it names any; null without any. */
function wordsOfService(texts: i18n, details: CallError['details']): string | null {
  if (!('message' in details)) return null;
  const fields = fieldTextsOf(details as Parameters<typeof fieldTextsOf>[0]);
  const said = [details.message, ...fields.map(({ field, text }) => `${field}: ${text}`)];
  const message = said.filter((words) => typeof words === 'string' && words !== '').join(' · ');
  return message === '' ? null : translate(texts, 'submission.answerSays', { message });
}

/** A refusal in words. */
export function errorSentences(texts: i18n, error: CallError): Sentences {
  const details = withKindWords(error.details, (kind) => translate(texts, `profile.kinds.${kind}`));
  const part = (name: string) => lookUp(texts, 'errors', `${error.code}.${name}`, details);
  if (error.details.reason === 'host_lost') {
    return {
      title: translate(texts, 'app.hostLostTitle'),
      message: translate(texts, 'app.hostLost'),
      hint: null,
    };
  }
  const title = part('title') ?? translate(texts, 'app.unknownError');
  // The signer of a refused certificate: in a network that inspects traffic, its certificate must
  // be installed.
  const { authority } = error.details;
  const signed =
    typeof authority === 'string' ? translate(texts, 'app.signedBy', { authority }) : null;
  const told = wordsOfService(texts, error.details);
  const said = [part('message'), signed, told].filter((sentence) => sentence !== null);
  const message = said.length === 0 ? null : said.join(' ');
  return { title, message, hint: part('hint') };
}

/** The next step after a failure with this code; null where no text names one. */
export function reasonHint(texts: i18n, code: string): string | null {
  return lookUp(texts, 'errors', `${code}.hint`, {});
}

/**
 * The reason why the outcome of a submission is unknown, in a few words; for a code without a text,
 * that the answer was not understood.
 */
export function reasonTitle(texts: i18n, code: string | null): string {
  const own = code === null ? null : lookUp(texts, 'errors', `${code}.title`, {});
  return own ?? errorSentences(texts, { code: 'answer_not_understood', details: {} }).title;
}

/** A fault of a file in words; a code without words shows itself. */
export function issueSentences(
  texts: i18n,
  issue: Pick<Issue, 'code' | 'params' | 'ledgerCode'>,
): Sentences {
  const part = (name: string) => lookUp(texts, 'issues', `${issue.code}.${name}`, issue.params);
  const message = part('message');
  const title = part('title') ?? message ?? translate(texts, 'panel.unknownIssue');
  return { title, message: message ?? issue.code, hint: part('hint') };
}
