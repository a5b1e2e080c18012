import { describe, expect, it } from 'vitest';
import type { Submission } from '../../../contract/submission.ts';
import { makeDocument } from '../../fixtures/validator/make-document.ts';
import { type Office, openPractisingOffice } from '../core/office.ts';
import { company, person } from '../corrections/sending.ts';
import { command } from '../hosts/run-command.ts';

const records = 2;

/** A document of its own: no record of it is in another. */
const ofCompany = (number: number) =>
  makeDocument('240-received', {
    seed: 5,
    records,
    firstRecord: records * number,
    taxpayer: company,
  });
const ofPerson = (number: number) =>
  makeDocument('140-with-invoice', {
    seed: 6,
    records,
    firstRecord: records * number,
    taxpayer: person,
  });

/**
 * An office whose history comes from a copy that was made while six files of a company and three of
 * a person waited in the queue.
 */
async function openRestored(): Promise<Office> {
  const office = await openPractisingOffice();
  await office.call('submissions.pause', {});
  const fileIds: string[] = [];
  for (const number of [0, 1, 2, 3, 4, 5])
    fileIds.push((await office.drop(`recibidas ${number}.xml`, ofCompany(number))).id);
  for (const number of [0, 1, 2])
    fileIds.push((await office.drop(`gastos ${number}.xml`, ofPerson(number))).id);
  await office.call('submissions.send', { fileIds });
  const made = await office.call('backup.create', {});
  await office.call('submissions.cancelJob', { all: true });
  await office.call('backup.restore', { id: made.id });
  return office;
}

async function unknown(
  office: Office,
  filter: { companyId?: string; cause?: string } = {},
): Promise<Submission[]> {
  const states = ['unknown' as const];
  return (await office.call('submissions.list', { filter: { states, ...filter } })).submissions;
}

const idsOf = (submissions: readonly Submission[]) => submissions.map(({ id }) => id);
const companyOf = (submissions: readonly Submission[], { taxId }: { taxId: string }) =>
  submissions.find(({ taxpayer }) => taxpayer.taxId === taxId)?.company.id ?? '';

describe('unknown submissions after a restoration', () => {
  it('are found by cause and resolved together: each has the decision and the note in its own timeline', async () => {
    const office = await openRestored();
    const all = await unknown(office);
    const id = companyOf(all, company);
    const cause = 'history_restored';
    expect(await office.call('submissions.causes', {})).toEqual({ causes: [{ cause, files: 9 }] });
    expect(await office.call('submissions.causes', { companyId: id })).toEqual({
      causes: [{ cause, files: 6 }],
    });
    expect(await unknown(office, { cause: 'interrupted' })).toEqual([]);
    const own = await unknown(office, { cause, companyId: id });
    expect(own).toHaveLength(6);
    expect(
      await office.call('submissions.list', { filter: { cause, text: 'gastos' } }),
    ).toMatchObject({
      total: 3,
    });

    const decided = { decision: 'accepted', note: 'Vistas en el panel' } as const;
    const { resolved, others } = await office.call('submissions.resolveAll', {
      ids: idsOf(own),
      ...decided,
    });
    expect([resolved.toSorted(), others]).toEqual([idsOf(own).toSorted(), []]);
    for (const each of resolved) {
      const { submission, events, isIntact, waits } = await office.call('submissions.get', {
        id: each,
      });
      expect(submission).toMatchObject({ state: 'accepted', answerCode: cause });
      expect(events.at(-1)).toMatchObject({ kind: 'resolved', data: decided });
      expect(events.filter(({ kind }) => kind === 'resolved')).toHaveLength(1);
      expect([isIntact, waits]).toEqual([true, false]);
    }
    const left = await unknown(office);
    expect(left.map(({ taxpayer }) => taxpayer.taxId)).toEqual(Array(3).fill(person.taxId));
    expect((await office.call('app.status', {})).needsAttention).toBe(3);
    expect((await office.call('backup.check', {})).submissions).toBe(9);
  });

  it('are left unchanged and named when they ended otherwise meanwhile', async () => {
    const office = await openRestored();
    const all = await unknown(office);
    const [first, second] = all;
    await office.call('submissions.resolve', {
      id: first?.id ?? '',
      decision: 'rejected',
      note: 'Otra mesa',
    });
    const ids = [...idsOf(all), second?.id ?? ''];
    const { resolved, others } = await office.call('submissions.resolveAll', {
      ids,
      decision: 'not_delivered',
    });
    expect(resolved).toEqual(idsOf(all.slice(1)));
    expect(others).toEqual([{ id: first?.id, file: first?.file, state: 'rejected' }]);
    const { events } = await office.call('submissions.get', { id: first?.id ?? '' });
    expect(events.filter(({ kind }) => kind === 'resolved')).toMatchObject([
      { data: { note: 'Otra mesa' } },
    ]);
    expect((await office.call('submissions.get', { id: second?.id ?? '' })).submission.state).toBe(
      'failed',
    );
    expect(
      await office.refused('submissions.resolve', { id: first?.id ?? '', decision: 'accepted' }),
    ).toEqual({
      code: 'submission_state',
      details: { id: first?.id, state: 'rejected' },
    });
  });

  it('are all left unchanged when one of them is in no history', async () => {
    const office = await openRestored();
    const ids = [...idsOf(await unknown(office)), 'nobody'];
    const refusal = await office.refused('submissions.resolveAll', { ids, decision: 'accepted' });
    expect(refusal).toMatchObject({ code: 'submission_unknown', details: { id: 'nobody' } });
    expect(await unknown(office)).toHaveLength(9);
  });

  it('can be resolved on the command line, from the list to the decision', async () => {
    const office = await openRestored();
    await office.app.close();
    const call = async (method: string, input: object) => {
      const run = await command([
        'call',
        method,
        JSON.stringify(input),
        '--data',
        office.dataFolder,
      ]);
      expect(run.exitCode, run.stderr).toBe(0);
      return JSON.parse(run.stdout);
    };
    const { submissions } = await call('submissions.list', {
      filter: { cause: 'history_restored' },
    });
    const ids = idsOf(submissions);
    const { resolved } = await call('submissions.resolveAll', {
      ids,
      decision: 'accepted',
      note: 'Panel',
    });
    expect(resolved.toSorted()).toEqual(ids.toSorted());
    expect(await call('submissions.causes', {})).toEqual({ causes: [] });
  });
});
