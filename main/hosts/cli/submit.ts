import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { basename } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { isForElsewhere } from '../../../contract/verdict.ts';
import type { WorklistFile } from '../../../contract/worklist.ts';
import { portionsOf } from '../../platform/portions.ts';
import type { Texts } from '../../platform/texts.ts';
import { type NamedDocument, requireDocuments } from './documents.ts';
import { exitCodeOfSending } from './exit-codes.ts';
import { complain, complainRemedies, writeLine } from './output.ts';
import { type Session, withSession } from './session.ts';
import { type NotSent, report } from './submit-report.ts';
import { type Candidate, maxInOneCall, sendAll } from './submit-sending.ts';
import { waitForOutcomes } from './wait-for-outcomes.ts';
import { WrongUsage } from './wrong-usage.ts';

interface SubmitOptions {
  readonly data: string | null;
  readonly json?: boolean;
  /** Send without asking. */
  readonly yes?: boolean;
  /** Send also what was sent before. */
  readonly allowDuplicates?: boolean;
}

interface Sorted {
  readonly ready: readonly Candidate[];
  readonly notSent: readonly NotSent[];
}

/** Checks documents and sends the valid ones. Returns the exit code. */
export function submit(
  paths: readonly string[],
  options: SubmitOptions,
  texts: Texts,
): Promise<number> {
  if (!options.yes && !process.stdin.isTTY) throw new WrongUsage('usage.confirmWithYes');
  return withSession(options.data, texts, async (session) => {
    const { maxFileBytes } = await session.call('settings.get', {});
    const documents = await requireDocuments(paths, maxFileBytes, texts);
    const { ready, notSent } = await checkAll(session, documents);
    await sayWhatGoes({ ready, notSent }, options, texts);
    const agreed = ready.length > 0 && (options.yes || (await confirm(texts, ready.length)));
    const sent = await sendAll(session, agreed ? ready : [], options.allowDuplicates ?? false);
    if (!options.json) {
      for (const file of sent.waiting) complain(`${file}: ${texts.say('submit.waitsAlready')}`);
      sayNotSent(sent.notSent, texts);
    }
    // Files that were not sent leave the worklist: users of the command line do not look there.
    const notGone = ready.filter(({ fileId, isOwn }) => isOwn && !sent.gone.has(fileId));
    await discard(
      session,
      notGone.map(({ fileId }) => fileId),
    );
    if (sent.waiting.length > 0) await letGo(session);
    const outcomes = await waitForOutcomes(session, sent, texts);
    const left = [...notSent, ...sent.notSent];
    const total = ready.length + notSent.filter(({ isBeside }) => !isBeside).length;
    await report(outcomes, left, { json: options.json ?? false, total, paths: sent.paths }, texts);
    return exitCodeOfSending(
      outcomes.map(({ submission }) => submission.state),
      left.flatMap(({ error, isBeside }) => (isBeside ? [] : [error.code])),
    );
  });
}

async function discard(session: Session, ids: readonly string[]): Promise<void> {
  for (const fileIds of portionsOf(ids, maxInOneCall))
    await session.call('submissions.discard', { fileIds });
}

/** Returns those that are on the list after the last check, in their order. */
async function check(session: Session, ids: readonly string[]): Promise<WorklistFile[]> {
  // Together they are one drop, in however many calls: none of them replaces another.
  const dropId = randomUUID();
  const listed: string[] = [];
  for (const fileIds of portionsOf(ids, maxInOneCall)) {
    const { files } = await session.call('submissions.addFiles', { fileIds, dropId });
    listed.push(...files.map(({ id }) => id));
  }
  const checked: WorklistFile[] = [];
  for (const fileIds of portionsOf(listed, maxInOneCall))
    checked.push(...(await session.call('submissions.check', { fileIds })).files);
  // Of two with the same name and content, the check of the later one removes the earlier one.
  const now = await session.call('submissions.worklist', {});
  const left = new Set(now.files.map(({ id }) => id));
  return checked.filter(({ id }) => left.has(id));
}

async function checkAll(session: Session, documents: readonly NamedDocument[]): Promise<Sorted> {
  const notSent: NotSent[] = [];
  const before = await session.call('submissions.worklist', {});
  // What was sent stays there beside the new one.
  const unsent = before.files.filter(({ submission }) => submission === null);
  const there = new Set(unsent.map(contentOf));
  const taken = new Map<string, string>();
  const found = new Set(documents.flatMap(({ file, isFound }) => (isFound ? [file] : [])));
  for (const { file, source } of documents) {
    const name = file === '-' ? 'stdin.xml' : basename(file);
    const place = source.kind === 'path' ? { path: source.path } : { bytes: source.bytes };
    const reply = await session.app.takeFile({ name, ...place });
    if (reply.ok) taken.set(reply.value.fileId, file);
    else notSent.push({ file, error: reply.error });
  }
  const ready: Candidate[] = [];
  const bad: string[] = [];
  for (const listed of await check(session, [...taken.keys()])) {
    const file = taken.get(listed.id);
    if (file === undefined) continue;
    const verdict = listed.judged?.verdict;
    const isOwn = !there.has(contentOf(listed));
    if (verdict === 'valid' || verdict === 'warnings') {
      ready.push({ file, fileId: listed.id, listed, isOwn });
    } else {
      if (isOwn) bad.push(listed.id);
      const error = { code: 'file_not_valid', details: { name: listed.name } } as const;
      const isBeside = found.has(file) && listed.judged !== null && isForElsewhere(listed.judged);
      notSent.push({ file, error, isBeside });
    }
  }
  await discard(session, bad);
  return { ready, notSent };
}

/** What an unsent file of the list is known by: of two that are the same, one stays. */
const contentOf = ({ name, judged }: WorklistFile): string => `${judged?.sha256} ${name}`;

async function sayWhatGoes(
  { ready, notSent }: Sorted,
  options: SubmitOptions,
  texts: Texts,
): Promise<void> {
  if (options.json) return;
  sayNotSent(notSent, texts);
  for (const { file, listed } of ready) {
    const records = listed.judged?.records ?? 0;
    const taxpayer = listed.company?.fullName ?? listed.judged?.taxpayer?.name ?? '';
    const counted = texts.say('validate.records', { count: records });
    await writeLine(`${file}: ${taxpayer} · ${counted}`);
  }
}

function sayNotSent(notSent: readonly NotSent[], texts: Texts): void {
  for (const { file, error, isBeside } of notSent)
    if (isBeside) complain(`${file}: ${texts.say('validate.verdict.elsewhere')}`);
    else complain(`${file}: ${texts.failure(error)} (${error.code})`);
  const left = notSent.filter(({ isBeside }) => !isBeside);
  complainRemedies(
    left.map(({ error }) => error.code),
    texts,
  );
}

async function confirm(texts: Texts, count: number): Promise<boolean> {
  using asking = createInterface({ input: process.stdin, output: process.stderr });
  // Ctrl+C and Ctrl+D close it without an answer: a no.
  const closed = once(asking, 'close').then(() => '');
  const asked = asking.question(`${texts.say('submit.question', { count })} `);
  const answer = await Promise.race([closed, asked.catch(() => '')]);
  return texts.say('submit.yesAnswers').split(' ').includes(answer.trim().toLowerCase());
}

/** Releases what an earlier command left in the queue; a person's pause stays. */
async function letGo(session: Session): Promise<void> {
  const { paused, pausedBecause } = await session.call('submissions.progress', {});
  if (!paused || pausedBecause !== null) await session.call('submissions.resume', {});
}
