import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import type { Answer } from './answers.ts';
import { documents } from './documents.ts';
import type { Life } from './life.ts';
import type { Left, Sub } from './model.ts';
import { askFor, enqueue, forget } from './queueing.ts';
import { type Command, pick, type Step, toCommand } from './step.ts';

/** A file on its way may have arrived, or not. */
const kill = (hasArrived: boolean): Step => ({
  name: `kill${hasArrived ? ', arrived' : ''}`,
  may: () => true,
  run: (life) => killNow(life, { hasArrived, fresh: [] }),
});

/** Right after the service's answer, while it is being stored. */
const killAfterAnswer = (place: number, how: Answer, turns: number): Step => ({
  name: `answer ${place} ${Object.values(how).join(' ')}, kill ${turns} turns later`,
  may: (model) => model.onTheWay().length > 0,
  async run(life) {
    life.answer(pick(life.model.onTheWay(), place), how);
    await turn(turns);
    await killNow(life, { hasArrived: false, fresh: [] });
  },
});

/** While files are being queued: all of them are there afterwards, or none. */
const killInSending = (places: readonly number[], isConfirmed: boolean, turns: number): Step => {
  const wanted = places.map((place) => pick(documents, place));
  return {
    name: `send ${wanted.map(({ name }) => name).join(' ')}, kill ${turns} turns later`,
    may: () => true,
    async run(life) {
      const { model, office } = life;
      const fileIds = await life.take(places);
      const isQueued = askFor(model, wanted, isConfirmed) === 'queued';
      const fresh = isQueued ? enqueue(model, wanted, isConfirmed) : [];
      if (isQueued) model.hurried(life.world.nowMs);
      // Nobody hears the reply.
      const input = { fileIds, confirmDuplicates: isConfirmed };
      void office.try('submissions.send', input).catch(() => undefined);
      await turn(turns);
      await killNow(life, { hasArrived: false, fresh });
    },
  };
};

async function turn(times: number): Promise<void> {
  for (let left = times; left > 0; left -= 1) await setImmediate();
}

async function killNow(
  life: Life,
  { hasArrived, fresh }: { readonly hasArrived: boolean; readonly fresh: readonly Sub[] },
): Promise<void> {
  const { model, office } = life;
  await office.kill((left) => {
    if (fresh.length > 0) nameOrForget(life, fresh, left);
    model.killed(new Map(left.map((each) => [each.id, each])), hasArrived, life.now());
  });
  // A resumed wait ends with one file that probes, as it would have without the kill.
  model.isProbing = await life.isWaiting();
}

function nameOrForget({ model }: Life, fresh: readonly Sub[], left: readonly Left[]): void {
  const unnamed = left.filter(({ id }) => !model.subs.some((sub) => sub.id === id));
  if (unnamed.length === 0) {
    forget(model, fresh);
    return;
  }
  if (unnamed.length !== fresh.length) model.fault(`${unnamed.length} of ${fresh.length} queued`);
  for (const sub of fresh)
    sub.id = unnamed.find(({ sha256 }) => sha256 === sub.document.sha256)?.id ?? null;
}

/** Kills at rest, in the middle of an answer and in the middle of a sending. */
export function kills(
  places: fc.Arbitrary<number[]>,
  answers: fc.Arbitrary<Answer>,
): fc.Arbitrary<Command>[] {
  const turns = fc.nat({ max: 40 });
  return [
    fc.boolean().map((hasArrived) => toCommand(kill(hasArrived))),
    fc
      .tuple(fc.nat({ max: 11 }), answers, turns)
      .map((input) => toCommand(killAfterAnswer(...input))),
    fc.tuple(places, fc.boolean(), turns).map((input) => toCommand(killInSending(...input))),
  ];
}
