import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Submission } from '../../../contract/submission.ts';
import type { Errand } from '../../crash/death.ts';
import {
  type Desk,
  furnish,
  type OutsideSandbox,
  openDesk,
  readHistory,
  startOutsideSandbox,
} from '../../crash/desk.ts';
import { type Line, openLine } from '../../crash/line.ts';
import { atNextStart, type Moment, moments } from '../../crash/moments.ts';
import { shareValidator } from '../../fixtures/shared-validator.ts';
import { makeDocument } from '../../fixtures/validator/make-document.ts';
import { companyTaxId } from '../../fixtures/validator/tax-ids.ts';
import { rounds, sampled } from '../../rounds.ts';

/** Every fourth moment in `npm test`, all of them in the soak. */
const tried = moments.filter((_, index) => index % rounds(4, 1) === 0);
const taxpayer = { taxId: companyTaxId('B', 9_650_001), name: 'Etenaldi SL' };
let folder: string;
let sandbox: OutsideSandbox;
let line: Line;
/** Two files for each moment: the one that dies, and one behind it. */
const files = new Map<string, string[]>();

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'zubi-moments-'));
  sandbox = await startOutsideSandbox(shareValidator());
  line = await openLine(sandbox.baseUrl);
  const desk = await openDesk(join(folder, 'before'), { validator: shareValidator() });
  await furnish(desk, { ...sandbox, baseUrl: line.baseUrl }, [taxpayer]);
  for (const [index, { name, records = 1 }] of [...tried, atNextStart].entries()) {
    const first = await take(desk, `${index}-a`, { records, firstRecord: index * 1000 });
    const second = await take(desk, `${index}-b`, { records: 1, firstRecord: index * 1000 + 999 });
    files.set(name, [first, second]);
  }
  await desk.app.close();
});

afterAll(async () => {
  await line.close();
  await sandbox.close();
  for (const each of [folder, sandbox.folder]) rmSync(each, { recursive: true, force: true });
});

async function take(desk: Desk, name: string, range: { records: number; firstRecord: number }) {
  const bytes = new TextEncoder().encode(
    makeDocument('240-received', { seed: 3, taxpayer, ...range }),
  );
  const taken = await desk.app.takeFile({ name: `${name}.xml`, bytes });
  if (!taken.ok) throw new Error(taken.error.code);
  await desk.call('submissions.check', { fileIds: [taken.value.fileId] });
  return taken.value.fileId;
}

/** Runs until the process has died at its moment; any other end fails the test. */
async function die(errand: Errand): Promise<void> {
  const script = fileURLToPath(new URL('../../crash/die-at.ts', import.meta.url));
  const child = spawn(process.execPath, [script, JSON.stringify(errand)], { stdio: 'inherit' });
  const exited = once(child, 'exit');
  if ('killed' in errand.diesAt) {
    const before = await arrivals();
    await expect.poll(arrivals, { timeout: 30_000 }).toBe(before + 1);
    child.kill('SIGKILL');
  }
  expect(await exited).toEqual([null, 'SIGKILL']);
}

const arrivals = async () => (await sandbox.reached()).size;

/**
 * A copy of the data folder from before, in which a process dies at a moment; returns what left
 * meanwhile.
 */
async function strike({ name, does = 'send', diesAt, fault }: Moment) {
  const dataFolder = mkdtempSync(join(folder, 'killed-'));
  cpSync(join(folder, 'before'), dataFolder, { recursive: true });
  await sandbox.calm();
  if (fault) await sandbox.plan([fault]);
  line.takeLeft();
  // A person decides on the one lost file; nothing else leaves with it.
  const fileIds = (files.get(name) ?? []).slice(0, does === 'resolve' ? 1 : 2);
  await die({ dataFolder, fileIds, does, diesAt });
  const left = line.takeLeft();
  await sandbox.calm();
  return { dataFolder, fileIds, left };
}

function howMuch(left: string): Moment['left'] {
  if (left === '') return 'nothing';
  const head = left.indexOf('\r\n\r\n');
  const length = Number(/content-length: (\d+)/i.exec(left)?.[1]);
  return head > 0 && left.length === head + 4 + length ? 'all' : 'a part';
}

/** Everything in the service's list was stored here first. */
async function expectIntents(
  desk: Desk,
  history: readonly Submission[],
  ours: ReadonlySet<string>,
) {
  for (const [sha256, times] of await sandbox.reached()) {
    if (!ours.has(sha256)) continue;
    expect(times).toBe(1);
    const own = history.filter((each) => each.sha256 === sha256);
    expect(own).toHaveLength(1);
    const { events } = await desk.call('submissions.get', { id: own[0]?.id ?? '' });
    expect(events.map(({ kind }) => kind)).toContain('sending');
  }
}

/** As a person would: by the service's list, then the rest. */
async function finish(
  desk: Desk,
  history: readonly Submission[],
  fileIds: readonly string[],
): Promise<void> {
  if (history.length === 0) await desk.call('submissions.send', { fileIds: [...fileIds] });
  const reached = await sandbox.reached();
  for (const { id, state, sha256 } of history) {
    const decision = reached.has(sha256) ? 'accepted' : 'not_delivered';
    if (state === 'unknown') await desk.call('submissions.resolve', { id, decision });
    const again =
      state === 'failed' || state === 'cancelled' || (state === 'unknown' && !reached.has(sha256));
    if (again) await desk.call('submissions.retry', { id });
  }
  await desk.call('submissions.resume', {});
  await desk.app.idle();
}

describe('H1: a process killed at a named moment', () => {
  it('is tried at twelve moments at least, each only once', () => {
    expect(new Set(moments.map(({ name }) => name)).size).toBe(moments.length);
    expect(moments.length).toBeGreaterThanOrEqual(12);
  });

  it.each(tried)('$name: leaves $state, and $left has left', async (moment) => {
    const { dataFolder, fileIds, left } = await strike(moment);
    expect(howMuch(left)).toBe(moment.left);
    const desk = await openDesk(dataFolder, { validator: shareValidator() });
    const { files: worklist } = await desk.call('submissions.worklist', {});
    const documents = worklist
      .filter(({ id }) => fileIds.includes(id))
      .map(({ judged: validated }) => validated?.sha256 ?? '');
    const ours = new Set(documents);
    const history = await readHistory(desk);
    const first = history.filter(({ file }) => file.endsWith('-a.xml'));
    const expected =
      moment.state === null ? [] : [{ state: moment.state, answerCode: moment.code ?? null }];
    expect(first).toMatchObject(expected);
    const behind = history.filter(({ file }) => file.endsWith('-b.xml')).map(({ state }) => state);
    const asBefore = moment.state === 'cancelled' ? 'cancelled' : 'queued';
    expect(behind).toEqual(moment.state === null ? [] : fileIds.slice(1).map(() => asBefore));
    const reached = await sandbox.reached();
    const here = first[0]?.sha256;
    expect(here === undefined ? 0 : (reached.get(here) ?? 0)).toBe(moment.reached);
    await expectIntents(desk, history, ours);
    await desk.call('backup.check', {});
    await finish(desk, history, fileIds);
    const end = await sandbox.reached();
    expect(documents.map((sha256) => end.get(sha256))).toEqual(fileIds.map(() => 1));
    await desk.app.close();
  });

  it.each(sampled(['after', 'before'] as const, 1))(
    '%s the next start reports it: it is reported once',
    async (side) => {
      const { dataFolder } = await strike(atNextStart);
      await die({ dataFolder, fileIds: [], does: 'start', diesAt: { commit: 'unknown', side } });
      expect(line.takeLeft()).toBe('');
      const desk = await openDesk(dataFolder, { validator: shareValidator() });
      const first = (await readHistory(desk)).find(({ file }) => file.endsWith('-a.xml'));
      expect(first).toMatchObject({ state: 'unknown', answerCode: 'interrupted' });
      const { events } = await desk.call('submissions.get', { id: first?.id ?? '' });
      expect(events.map(({ kind }) => kind)).toEqual(['checked', 'queued', 'sending', 'unknown']);
      await desk.call('backup.check', {});
      await desk.app.close();
    },
  );
});
