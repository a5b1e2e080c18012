import { rm, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { basename, dirname, join, sep } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { type CallError, ZubiError } from '../../../contract/errors.ts';
import type { FixChange, FixOffer } from '../../../contract/methods/fixes.ts';
import { type Issue, isForElsewhere, type ValidationResult } from '../../../contract/verdict.ts';
import { madeName, madeWord } from '../../features/worklist/made-name.ts';
import { toCallError } from '../../platform/call-error.ts';
import { giveToPerson } from '../../platform/files/person-file.ts';
import { personUmask } from '../../platform/log/harden-process.ts';
import { systemCode } from '../../platform/system-code.ts';
import type { Texts } from '../../platform/texts.ts';
import type { Validator } from '../../validator/validator-port.ts';
import { mapInOrder, type NamedDocument, requireDocuments } from './documents.ts';
import { findMaxFileBytes } from './max-file-bytes.ts';
import { complain, writeJson, writeLine } from './output.ts';
import { openValidator } from './resolve-schemas.ts';
import { WrongUsage } from './wrong-usage.ts';

interface FixOptions {
  readonly json?: boolean;
  /** Whether fixed files are saved. */
  readonly write?: boolean;
  /** Data folder as given; null for the default. */
  readonly data: string | null;
}

/**
 * The result for one document. Fixes may reveal faults that were hidden: the places of later
 * changes are those in the file fixed so far.
 */
interface Fixed {
  readonly file: string;
  readonly verdict: ValidationResult['verdict'];
  /** Whether it belongs elsewhere, such as a TicketBAI file. */
  readonly isElsewhere: boolean;
  /** Whether it was found in a folder or zip, and not named itself. */
  readonly isFound: boolean;
  readonly fixes: readonly FixOffer[];
  readonly changes: readonly FixChange[];
  readonly after: Pick<ValidationResult, 'verdict' | 'issueCounts'>;
  /** The first issue before any fix; none in a valid file. */
  readonly first: readonly Issue[];
  /** Why no more was fixed: the file takes too long. */
  readonly error: CallError | null;
  readonly bytes: Uint8Array;
  /** Where the fixed document is saved; bytes where a string cannot name the path. */
  readonly folder: string | Buffer;
}

/**
 * Fixes what has one right answer, and shows the changes. Exit code: 0 all valid afterwards, 1 some
 * not, 2 some unreadable. As in `validate`, files of a folder that belong elsewhere are no fault.
 */
export async function fix(
  paths: readonly string[],
  options: FixOptions,
  texts: Texts,
): Promise<number> {
  if (options.write && paths.includes('-')) throw new WrongUsage('usage.mendStdin');
  const maxFileBytes = await findMaxFileBytes(options.data);
  const documents = await requireDocuments(paths, maxFileBytes, texts);
  const validator = await openValidator(options, documents.length, texts);
  try {
    const fixed = mapInOrder(documents, availableParallelism(), (document) =>
      fixDocument(validator, document, maxFileBytes),
    );
    return await tell(fixed, options, texts);
  } finally {
    await validator.close();
  }
}

/** Rounds in which fixes may reveal hidden faults. */
const maxRounds = 5;

async function fixDocument(
  validator: Validator,
  { file, source, zip, place, isFound = false }: NamedDocument,
  maxFileBytes: number,
): Promise<Fixed> {
  const { validation, xmlGzip } = await validator.validate(source, {
    maxFileBytes,
    checks: 'all',
    keepXml: true,
  });
  const { verdict } = validation;
  let after: Fixed['after'] = validation;
  let bytes: Uint8Array = xmlGzip === null ? new Uint8Array() : gunzipSync(xmlGzip);
  const fixes: FixOffer[] = [];
  const changes: FixChange[] = [];
  let error: CallError | null = null;
  try {
    for (let round = 0; round < maxRounds && bytes.length > 0; round += 1) {
      const done = await fixOnce(validator, bytes);
      if (done === null) break;
      fixes.push(...done.offers);
      for (const change of done.changes) changes.push(change);
      after = done.validation;
      bytes = done.bytes;
    }
  } catch (cause) {
    if (!(cause instanceof ZubiError)) throw cause;
    error = toCallError(cause);
  }
  const where = place?.subarray(0, place.lastIndexOf(sep)) ?? dirname(zip ?? file);
  const first = validation.issues.slice(0, 1);
  const isElsewhere = isForElsewhere(validation);
  const about = { file, folder: where, isElsewhere, isFound };
  return { ...about, verdict, fixes, changes, after, first, error, bytes };
}

async function fixOnce(validator: Validator, bytes: Uint8Array) {
  const offers = await validator.offerFixes(bytes);
  if (offers.length === 0) return null;
  const chosen = offers.map(({ fix, code, ledgerCode }) => ({ fix, code, ledgerCode, at: null }));
  const limit = Number.MAX_SAFE_INTEGER;
  const done = await validator.fix(bytes, { chosen, offset: 0, limit });
  return done && { ...done, offers };
}

async function tell(
  fixed: AsyncIterable<Fixed>,
  { json, write }: FixOptions,
  texts: Texts,
): Promise<number> {
  const files: object[] = [];
  const counts = { all: 0, unreadable: 0, beside: 0, invalid: 0, unsaved: 0 };
  for await (const one of fixed) {
    let written: string | null = null;
    let unsaved: CallError | null = null;
    try {
      if (write && one.changes.length > 0) written = await save(one, texts);
    } catch (cause) {
      unsaved = toCallError(cause);
      complain(`${one.file}: ${texts.failure(unsaved)} (${unsaved.code})`);
      counts.unsaved += 1;
    }
    const { file, verdict, fixes, changes, after } = one;
    const error = unsaved ?? one.error;
    const { verdict: verdictAfter, issueCounts } = after;
    const told = { verdict: verdictAfter, issueCounts };
    if (json) files.push({ file, verdict, fixes, changes, after: told, error, written });
    else for (const line of toLines(one, written, texts)) await writeLine(line);
    counts.all += 1;
    if (verdictAfter === 'unreadable') counts.unreadable += 1;
    if (verdictAfter === 'invalid') counts.invalid += 1;
    if (one.isFound && one.isElsewhere) counts.beside += 1;
  }
  if (json) await writeJson({ files });
  const { all, unreadable, beside, invalid, unsaved } = counts;
  if (unsaved > 0 || unreadable > beside || unreadable === all) return 2;
  return invalid > 0 ? 1 : 0;
}

/** Saves beside the original under a free name; never overwrites. */
async function save({ file, folder, bytes }: Fixed, texts: Texts): Promise<string> {
  const word = madeWord(texts, 'mended');
  for (let copy = 1; ; copy += 1) {
    const name = madeName(basename(file), copy === 1 ? word : `${word}.${copy}`);
    const path = pathIn(folder, name);
    try {
      await writeFile(path, bytes, { flag: 'wx' });
      await giveToPerson(path, personUmask());
      return join(folder.toString(), name);
    } catch (error) {
      const reason = systemCode(error);
      if (reason === 'EEXIST') continue;
      // What was written of it.
      await rm(path, { force: true }).catch(() => undefined);
      throw new ZubiError('file_not_written', { file: name, reason });
    }
  }
}

const pathIn = (folder: string | Buffer, name: string): string | Buffer =>
  typeof folder === 'string'
    ? join(folder, name)
    : Buffer.concat([folder, Buffer.from(sep + name)]);

/** Most changes shown per file. */
const maxChanges = 20;

function toLines(
  { file, isElsewhere, fixes, changes, after, first, error }: Fixed,
  written: string | null,
  texts: Texts,
): string[] {
  const isUnreadable = after.verdict === 'unreadable';
  const shown = isElsewhere ? 'elsewhere' : 'unreadable';
  const unfinished = error === null ? null : `${texts.happened(error)} (${error.code})`;
  if (changes.length === 0 && unfinished !== null) return [`${file}: ${unfinished}`];
  if (changes.length === 0 && isUnreadable)
    return [
      `${file}: ${texts.say(`validate.verdict.${shown}`)}`,
      ...first.map(({ code, params }) => `  ${texts.issue(code, 'message', params)}`),
    ];
  if (changes.length === 0) return [`${file}: ${texts.say('mend.nothing')}`];
  const counted = (key: string, count: number) => texts.say(key, { count });
  const verdict = texts.say('mend.after', {
    verdict: texts.say(`validate.verdict.${after.verdict}`),
  });
  const lines = [`${file}: ${counted('mend.changes', changes.length)} · ${verdict}`];
  for (const { fix, count } of fixes)
    lines.push(`    ${texts.fix(fix)} (${counted('validate.times', count)})`);
  for (const { line, column, lineBefore, lineAfter } of changes.slice(0, maxChanges)) {
    lines.push(`  @ ${texts.say('validate.place', { line, column })}`);
    lines.push(...marked('-', lineBefore), ...marked('+', lineAfter));
  }
  if (changes.length > maxChanges)
    lines.push(`  ${counted('mend.more', changes.length - maxChanges)}`);
  if (unfinished !== null) lines.push(`  ${unfinished}`);
  if (written !== null) lines.push(`  ${texts.say('mend.written', { path: written })}`);
  return lines;
}

function marked(mark: string, text = ''): string[] {
  return text.split(/\r?\n/).map((line) => `  ${mark} ${line}`);
}
