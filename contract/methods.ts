import type { z } from 'zod';
import { authorizationMethods } from './methods/authorizations.ts';
import { backupMethods } from './methods/backup.ts';
import { companyMethods } from './methods/companies.ts';
import { connectionMethods } from './methods/connection.ts';
import { correctionMethods } from './methods/corrections.ts';
import { fixMethods } from './methods/fixes.ts';
import { historyMethods } from './methods/history.ts';
import { overviewMethods } from './methods/overview.ts';
import { profileMethods } from './methods/profile.ts';
import { quarterMethods } from './methods/quarter.ts';
import { reportMethods } from './methods/reports.ts';
import { schemaMethods } from './methods/schemas.ts';
import { settingsMethods } from './methods/settings.ts';
import { sourceMethods } from './methods/sources.ts';
import { submissionMethods } from './methods/submissions.ts';
import { updateMethods } from './methods/updates.ts';
import { watchingMethods } from './methods/watching.ts';

/**
 * Every method that crosses a border: `noun.verb`, one input object, one output. Handlers, clients,
 * the bridge, the browser's routes and `zubi call` derive from this list.
 */
export const methods = {
  ...connectionMethods,
  ...profileMethods,
  ...companyMethods,
  ...authorizationMethods,
  ...submissionMethods,
  ...correctionMethods,
  ...fixMethods,
  ...sourceMethods,
  ...watchingMethods,
  ...schemaMethods,
  ...reportMethods,
  ...overviewMethods,
  ...quarterMethods,
  ...backupMethods,
  ...historyMethods,
  ...settingsMethods,
  ...updateMethods,
} as const;

export type Methods = typeof methods;
export type MethodName = keyof Methods;
/** A caller's input: fields with defaults may be left out. */
export type Input<Name extends MethodName> = z.input<Methods[Name]['input']>;
/** A handler's input: parsed, with defaults. */
export type ParsedInput<Name extends MethodName> = z.output<Methods[Name]['input']>;
export type Output<Name extends MethodName> = z.output<Methods[Name]['output']>;

export const methodNames = Object.keys(methods) as MethodName[];

/** Whether a text from outside names a method. */
export function isMethodName(text: string): text is MethodName {
  return Object.hasOwn(methods, text);
}
