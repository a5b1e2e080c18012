import { type CallError, errorCodes } from '../../../contract/errors.ts';

/** A refusal inside a reading, for display. */
export function toKnownError(error: {
  readonly code: string;
  readonly details: CallError['details'];
}): CallError {
  const code = errorCodes.find((candidate) => candidate === error.code) ?? 'internal';
  return { code, details: error.details };
}

/** Refusals that a person may overrule by confirming. */
const overruled = {
  authorization_unresolved: 'confirmUnresolved',
  authorization_other_company: 'confirmOtherCompany',
} as const;

/** The confirmation that a refused upload asks for, as the upload's input; null without one. */
export function confirmationOf({ code }: CallError): Readonly<Record<string, true>> | null {
  return Object.hasOwn(overruled, code)
    ? { [overruled[code as keyof typeof overruled]]: true }
    : null;
}

/** The same with the name of its file. */
export function withName(error: CallError, name: string): CallError {
  return { ...error, details: { ...error.details, files: [{ name }] } };
}
