import fc from 'fast-check';
import type { Output } from '../../../contract/methods.ts';
import type { Answer } from './answers.ts';
import { documents, type LifeDocument } from './documents.ts';
import { kills } from './kills.ts';
import { Broken, type Model, type Sub } from './model.ts';
import { askFor, askForAgain, enqueue, enqueueAgain } from './queueing.ts';
import { type Command, pick, type Step, toCommand } from './step.ts';

const inStates = (model: Model, ...states: readonly Sub['state'][]): Sub[] =>
  model.subs.filter(({ state }) => states.includes(state));

const always = () => true;
const namesOf = (wanted: readonly LifeDocument[]): string =>
  wanted.map(({ name }) => name).join(' ');

const send = (places: readonly number[], isConfirmed: boolean): Step => {
  const wanted = places.map((place) => pick(documents, place));
  return {
    name: `send ${namesOf(wanted)}${isConfirmed ? ' confirmed' : ''}`,
    may: always,
    async run(life) {
      const { model, office } = life;
      const fileIds = await life.take(places);
      const expected = askFor(model, wanted, isConfirmed);
      const subs = expected === 'queued' ? enqueue(model, wanted, isConfirmed) : [];
      if (expected === 'queued') model.hurried(life.world.nowMs);
      const input = { fileIds, confirmDuplicates: isConfirmed };
      const reply = await office.app.call('submissions.send', input);
      const ended = reply.ok
        ? (reply.value as Output<'submissions.send'>).outcome
        : reply.error.code;
      if (ended !== expected) throw new Broken(`the sending is ${ended}, not ${expected}`);
      life.name(subs, await office.submissions());
    },
  };
};

const answer = (place: number, how: Answer): Step => ({
  name: `answer ${place} ${Object.values(how).join(' ')}`,
  may: (model) => model.onTheWay().length > 0,
  run: async (life) => life.answer(pick(life.model.onTheWay(), place), how),
});

/** The service asks for patience again and again, longer than a file is tried. */
const stayBusy = (times: number): Step => ({
  name: `busy ${times} times`,
  may: (model) => model.onTheWay().length > 0,
  async run(life) {
    for (let left = times; left > 0; left -= 1) {
      const [sub] = life.model.onTheWay();
      if (!sub) return;
      life.answer(sub, { kind: 'busy', seconds: 60 });
      await life.rest();
      life.world.pass(200_000);
      await life.rest();
    }
  },
});

const pass = (seconds: number): Step => ({
  name: `pass ${seconds} s`,
  may: always,
  run: async ({ world }) => world.pass(seconds * 1000),
});

const setClock = (hours: number): Step => ({
  name: `set the clock by ${hours} h`,
  may: always,
  run: async ({ world }) => world.setClock(hours * 3_600_000),
});

const pause: Step = {
  name: 'pause',
  may: always,
  async run({ model, office }) {
    await office.call('submissions.pause', {});
    model.isPaused = true;
  },
};

const resume: Step = {
  name: 'resume',
  may: always,
  async run({ model, office, world }) {
    model.isPaused = false;
    model.hurried(world.nowMs);
    await office.call('submissions.resume', {});
  },
};

const cancel = (place: number, isAll: boolean): Step => ({
  name: isAll ? 'cancel all' : `cancel ${place}`,
  may: (model) => inStates(model, 'queued').length > 0,
  async run({ model, office }) {
    const queued = inStates(model, 'queued');
    const taken = isAll ? queued : [pick(queued, place)];
    // Before the call: a released file may leave before it has answered.
    for (const sub of taken) [sub.state, sub.asked] = ['cancelled', null];
    await office.call('submissions.cancelJob', { ids: taken.map(({ id }) => id ?? '') });
  },
});

const resolve = (place: number, decision: 'accepted' | 'rejected' | 'not_delivered'): Step => ({
  name: `resolve ${place} as ${decision}`,
  may: (model) => inStates(model, 'unknown').length > 0,
  async run({ model, office }) {
    const sub = pick(inStates(model, 'unknown'), place);
    model.resolved(sub, decision);
    await office.call('submissions.resolve', { id: sub.id ?? '', decision });
  },
});

const retry = (place: number, isConfirmed: boolean): Step => ({
  name: `retry ${place}${isConfirmed ? ' confirmed' : ''}`,
  may: (model) => inStates(model, 'failed', 'rejected', 'cancelled').length > 0,
  async run(life) {
    const { model, office } = life;
    const sub = pick(inStates(model, 'failed', 'rejected', 'cancelled'), place);
    const expected = askForAgain(model, sub, isConfirmed);
    const again = expected === 'queued' ? [enqueueAgain(model, sub, isConfirmed)] : [];
    if (expected === 'queued') model.hurried(life.world.nowMs);
    const input = { id: sub.id ?? '', confirmDuplicates: isConfirmed };
    const refusal = await office.try('submissions.retry', input);
    const asked = expected === 'sent_before' ? 'already_sent' : expected;
    if ((refusal?.code ?? 'queued') !== asked)
      throw new Broken(`the repetition is ${refusal?.code ?? 'queued'}, not ${expected}`);
    life.name(again, await office.submissions());
  },
});

/** A person releases files that the window shows as held for a company. */
const release = (place: number): Step => ({
  name: `release ${place}`,
  may: (model) => model.blocked().size > 0,
  async run({ model, office }) {
    const { held } = await office.call('submissions.held', {});
    if (held.length === 0) return;
    const { company } = pick(held, place);
    const ids = held.filter((each) => each.company.id === company.id).map(({ id }) => id);
    for (const sub of model.subs) if (ids.includes(sub.id ?? '')) sub.isReleased = true;
    await office.call('submissions.resume', { companyId: company.id });
  },
});

const place = fc.nat({ max: 11 });
const places = fc.uniqueArray(fc.nat({ max: documents.length - 1 }), {
  minLength: 1,
  maxLength: 4,
});
const answers: fc.Arbitrary<Answer> = fc.oneof(
  fc.constantFrom<Answer>({ kind: 'accepted' }, { kind: 'partly' }, { kind: 'rejected' }),
  fc.constantFrom(60, 7200).map((seconds): Answer => ({ kind: 'busy', seconds })),
  fc.constantFrom<Answer>({ kind: 'unavailable' }, { kind: 'too_large' }),
  fc.constantFrom<Answer>({ kind: 'lost_before' }, { kind: 'lost_midway' }, { kind: 'lost_after' }),
);

const sending = fc.tuple(places, fc.boolean()).map((input) => toCommand(send(...input)));
const answering = fc.tuple(place, answers).map((input) => toCommand(answer(...input)));
const passing = fc.constantFrom(1, 60, 300, 86_400).map((seconds) => toCommand(pass(seconds)));

/** The steps of a life; frequent ones are listed several times. */
export const steps: fc.Arbitrary<Command>[] = [
  ...[sending, sending, sending, sending],
  ...[answering, answering, answering, answering, answering, passing, passing],
  fc.integer({ min: 2, max: 9 }).map((times) => toCommand(stayBusy(times))),
  fc.constantFrom(-48, -1, 1, 30).map((hours) => toCommand(setClock(hours))),
  fc.constantFrom(pause, resume, resume).map(toCommand),
  fc.tuple(place, fc.boolean()).map((input) => toCommand(cancel(...input))),
  fc
    .tuple(place, fc.constantFrom('accepted', 'rejected', 'not_delivered'))
    .map((input) => toCommand(resolve(...input))),
  fc.tuple(place, fc.boolean()).map((input) => toCommand(retry(...input))),
  place.map((each) => toCommand(release(each))),
  ...kills(places, answers),
];
