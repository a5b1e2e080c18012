import { describe, expect, it } from 'vitest';
import { type Answer, json, type Way } from '../../intermediary/way.ts';
import { connect } from '../intermediary/connect.ts';
import { answerOf, profileWith, queueing, read, send } from './queueing-service.ts';

/** A service that has queued a file and answers each question for its end in this way. */
async function queuedBy(answer: (identifier: string) => Answer, change: object = {}) {
  const { way } = queueing(0, profileWith(change), '60');
  const { office } = await connect({ ...way, later: answer } as Way);
  const id = await send(office);
  const ask = async () => (await office.call('submissions.ask', { ids: [id] })).changed;
  return { office, id, ask };
}

describe('an answer to the question for a queued file’s end', () => {
  it.each([
    ['another job', { job: 'job-8', result: 'incorrect', message: 'No.', records: [] }],
    ['another job, whole', { job: 8, result: 'correct', records: [{ state: 'correct' }] }],
    [
      'the records of another file',
      {
        job: 'job-7',
        result: 'incorrect',
        records: [{ key: { issuer: 'A99800476', number: 'Z-9', series: 'Q' }, state: 'incorrect' }],
      },
    ],
  ])('about %s is not taken as its outcome', async (_, body) => {
    const { office, id, ask } = await queuedBy(() => json(body), { askForMs: 172_800_000 });
    expect(await ask()).toEqual([]);
    const { submission } = await read(office, id);
    expect(submission).toMatchObject({ state: 'unknown', answerCode: 'answer_queued' });
    expect(submission.nextAttemptAt).not.toBe(null);
  });

  it('about another job is not read again as its outcome', async () => {
    const body = { job: 'job-8', result: 'incorrect', message: 'No.', records: [] };
    const { office, id, ask } = await queuedBy(() => json(body), { askForMs: 1000 });
    const nextAt = async () => (await read(office, id)).submission.nextAttemptAt;
    await expect.poll(() => ask().then(nextAt)).toBe(null);
    expect(await answerOf(office, id)).toBe(JSON.stringify(body));
    expect((await office.call('submissions.readAgain', {})).changed).toEqual([]);
  });

  it('about invoices of the same numbers, of another issuer, is not taken as its outcome', async () => {
    const { way } = queueing(0, profileWith(), '60');
    const later = async (identifier: string) => {
      const answer = (await way.later?.(identifier)) as Answer;
      const { records } = JSON.parse(`${answer.body}`);
      expect(records[0].key.issuer).toEqual(expect.any(String));
      for (const { key } of records) key.issuer = 'A99800476';
      const refused = records.map(({ key }: { key: object }) => ({ key, state: 'incorrect' }));
      return json({ result: 'incorrect', records: refused });
    };
    const { office } = await connect({ ...way, later });
    const id = await send(office);
    expect((await office.call('submissions.ask', { ids: [id] })).changed).toEqual([]);
    expect((await read(office, id)).submission.answerCode).toBe('answer_queued');
  });

  it('with the file’s job in capitals is its outcome', async () => {
    const { way } = queueing(0, profileWith(), '60');
    const later = async (identifier: string) => {
      const answer = (await way.later?.(identifier)) as Answer;
      return { ...answer, body: JSON.stringify({ job: 'JOB-7', ...JSON.parse(`${answer.body}`) }) };
    };
    const { office } = await connect({ ...way, later });
    const id = await send(office);
    const { changed } = await office.call('submissions.ask', { ids: [id] });
    expect(changed.map(({ state }) => state)).toEqual(['accepted']);
  });

  it('with the ledger’s response to another document is not taken as its outcome', async () => {
    const { way } = queueing(0, profileWith(), '60');
    const later = async (identifier: string) => {
      const answer = JSON.parse(String((await way.later?.(identifier))?.body));
      const xml = Buffer.from(answer.ledger_response_xml, 'base64').toString();
      const other = xml.replaceAll(/(<NIF>)[^<]*/g, '$1A99800476');
      expect(other).not.toBe(xml);
      return json({ ...answer, ledger_response_xml: Buffer.from(other).toString('base64') });
    };
    const { office } = await connect({ ...way, later });
    const id = await send(office);
    expect((await office.call('submissions.ask', { ids: [id] })).changed).toEqual([]);
    expect((await read(office, id)).submission.answerCode).toBe('answer_queued');
  });

  it.each([401, 403, 404, 409, 422, 429, 500])(
    'a %i refuses the question, not the file, and its words are kept',
    async (status) => {
      const body = { message: 'No puede consultar.', errors: { job: ['No es suyo.'] } };
      const answer = { ...json(body), status };
      const { office, id, ask } = await queuedBy(() => answer, { askForMs: 1000 });
      expect(await ask()).toEqual([]);
      await expect.poll(async () => (await read(office, id)).submission.nextAttemptAt).toBe(null);
      const { submission, events } = await read(office, id);
      expect(submission).toMatchObject({ state: 'unknown', answerCode: 'answer_queued' });
      expect(events.at(-1)).toMatchObject({
        kind: 'unknown',
        data: {
          code: status === 500 ? 'service_unavailable' : 'service_unclear',
          ...{ asked: false, status, message: 'No puede consultar.' },
          fields: { job: ['No es suyo.'] },
        },
      });
      expect(await answerOf(office, id)).toBe(answer.body);
      expect((await office.call('submissions.readAgain', {})).changed).toEqual([]);
      await office.call('backup.check', {});
    },
  );

  it('is polled on after a refusal, whose words the history has once', async () => {
    let count = 0;
    const answer = () => ({ ...json({ message: `Sin permiso. ${++count}` }), status: 403 });
    const { office, id, ask } = await queuedBy(answer, { askForMs: 172_800_000 });
    expect([await ask(), await ask()]).toEqual([[], []]);
    const { submission, events } = await read(office, id);
    expect(submission.nextAttemptAt).not.toBe(null);
    const told = events.filter(({ data }) => String(data.message).startsWith('Sin'));
    expect(told.map(({ kind, data }) => [kind, data.asked])).toEqual([['unknown', true]]);
    expect(await answerOf(office, id)).toContain('queued');
    await office.call('connection.set', { profile: profileWith({ askForMs: 1000 }) });
    const isOver = async () =>
      (await ask().then(() => read(office, id))).events.at(-1)?.data.asked === false;
    await expect.poll(isOver).toBe(true);
  });

  it('an end in doubt is read again though it has an identifier of its own', async () => {
    const { way } = queueing(0, profileWith(), '60');
    const { answers, ...profile } = profileWith();
    const submission = { ...answers.submission, ledgerResponse: 'elsewhere' };
    const later = async (identifier: string) => {
      const answer = (await way.later?.(identifier)) as Answer;
      return { ...answer, body: JSON.stringify({ ...JSON.parse(`${answer.body}`), job: 'job-7' }) };
    };
    const guessed = { ...profile, answers: { ...answers, submission } };
    const { office } = await connect({ ...way, profile: guessed, later });
    const id = await send(office);
    await office.call('submissions.ask', { ids: [id] });
    expect((await read(office, id)).submission.answerCode).toBe('answer_incomplete');
    await office.call('connection.set', { profile: way.profile });
    const { changed } = await office.call('submissions.readAgain', {});
    expect(changed.map(({ state }) => state)).toEqual(['accepted']);
  });

  it('that denies itself, in turns with an error, is in the history once', async () => {
    const { way } = queueing(0, profileWith({ askForMs: 172_800_000 }), '60');
    let asked = 0;
    const later = async (identifier: string) => {
      asked += 1;
      if (asked % 2 === 0) return { ...json({ message: 'Busy.' }), status: 503 };
      const answer = (await way.later?.(identifier)) as Answer;
      const whole = { ...JSON.parse(String(answer.body)), ledger_response_xml: '' };
      return json({ ...whole, success: false });
    };
    const { office } = await connect({ ...way, later });
    const id = await send(office);
    for (let turn = 0; turn < 6; turn += 1) await office.call('submissions.ask', { ids: [id] });
    const { events } = await read(office, id);
    const denied = events.filter(({ data }) => data.code === 'answer_contradictory');
    expect(denied).toHaveLength(1);
  });

  it('that denies itself is kept beside what a person decided meanwhile', async () => {
    const { way } = queueing(0, profileWith({ askForMs: 172_800_000 }), '60');
    const held = Promise.withResolvers<void>();
    const isAsked = Promise.withResolvers<void>();
    const later = async (identifier: string) => {
      isAsked.resolve();
      await held.promise;
      const answer = (await way.later?.(identifier)) as Answer;
      const whole = { ...JSON.parse(String(answer.body)), ledger_response_xml: '' };
      return json({ ...whole, success: false });
    };
    const { office } = await connect({ ...way, later });
    const id = await send(office);
    const asking = office.call('submissions.ask', { ids: [id] });
    await isAsked.promise;
    await office.call('submissions.resolve', { id, decision: 'accepted', note: '' });
    held.resolve();
    await asking;
    const { submission } = await read(office, id);
    expect(submission.state).toBe('accepted');
    expect(JSON.parse(await answerOf(office, id))).toMatchObject({ success: false });
  });

  it.each([
    ['lists one record of two', ({ records }) => ({ records: records.slice(1) })],
    ['lists no record', () => ({ records: [], ledger_response_xml: '' })],
    ['denies itself', () => ({ success: false })],
  ] as [string, (answer: { records: unknown[] }) => object][])(
    'that %s is in the history once, and the next one counts',
    async (_, begun) => {
      const { way } = queueing(0, profileWith({ askForMs: 172_800_000 }), '60');
      let asked = 0;
      const later = async (identifier: string) => {
        const answer = (await way.later?.(identifier)) as Answer;
        const whole = { ...JSON.parse(String(answer.body)), ledger_response_xml: '' };
        asked += 1;
        return json(asked > 2 ? whole : { ...whole, ...begun(whole) });
      };
      const { office } = await connect({ ...way, later });
      const id = await send(office);
      const ask = async () => (await office.call('submissions.ask', { ids: [id] })).changed;
      expect([await ask(), await ask()]).toEqual([[], []]);
      const { submission, events } = await read(office, id);
      expect(submission.answerCode).toBe('answer_queued');
      expect(submission.nextAttemptAt).not.toBe(null);
      expect(events.filter(({ data }) => data.asked === true)).toHaveLength(1);
      expect(JSON.parse(await answerOf(office, id)), 'kept, to try a profile on').toMatchObject({
        result: 'correct',
      });
      expect((await ask()).map(({ state }) => state)).toEqual(['accepted']);
    },
  );

  it('a refusal of records behind a 404 is not read again as this file’s', async () => {
    const body = { result: 'incorrect', records: [{ state: 'incorrect', key: { number: '1' } }] };
    const answer = { ...json(body), status: 404 };
    const { office, id, ask } = await queuedBy(() => answer, { askForMs: 1000 });
    expect(await ask()).toEqual([]);
    expect((await office.call('submissions.readAgain', {})).changed).toEqual([]);
    expect((await read(office, id)).submission.state).toBe('unknown');
  });

  it('a refused question does not hide an earlier answer from a corrected profile', async () => {
    const { way } = queueing(0, profileWith({ askForMs: 1000 }), '60');
    const { answers } = profileWith({ askForMs: 1000 });
    const submission = { ...answers.submission, resultWords: {} };
    const guessed = { ...way.profile, answers: { ...answers, submission } };
    let isRefused = false;
    const later = (identifier: string) =>
      isRefused ? { ...json({}), status: 403 } : (way.later?.(identifier) as Answer);
    const { office } = await connect({ ...way, profile: guessed, later });
    const id = await send(office);
    const ask = async () => (await office.call('submissions.ask', { ids: [id] })).changed;
    const nextAt = async () => (await read(office, id)).submission.nextAttemptAt;
    await expect.poll(() => ask().then(nextAt)).toBe(null);
    isRefused = true;
    expect(await ask()).toEqual([]);
    expect(await answerOf(office, id)).toBe('{}');
    await office.call('connection.set', { profile: way.profile });
    const { changed } = await office.call('submissions.readAgain', {});
    expect(changed.map(({ state }) => state)).toEqual(['accepted']);
  });
});
