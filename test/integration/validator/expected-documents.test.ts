import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import type { Judge, JudgeOptions } from '../../../main/platform/ports.ts';
import { createJudge, type JudgeSettings } from '../../../main/validator/validator.ts';
import { makeDocument } from '../../fixtures/validator/make-document.ts';

const options: JudgeOptions = { maxFileBytes: 4 * 1024 * 1024, checks: 'all', keepXml: false };
const document = makeDocument('140-with-invoice', { seed: 5, records: 3 });

let threads: Worker[];
beforeEach(() => {
  threads = [];
  const seen = (worker: Worker) => threads.push(worker);
  process.on('worker', seen);
  onTestFinished(() => void process.off('worker', seen));
});

function expectant(settings: JudgeSettings = {}): Judge {
  const judge = createJudge(settings);
  onTestFinished(() => judge.close());
  return judge;
}

async function verdictOf(judge: Judge): Promise<string> {
  return (await judge.judge({ kind: 'bytes', bytes: Buffer.from(document) }, options)).judgement
    .verdict;
}

const untilGone = (workers: readonly Worker[]) =>
  Promise.all(workers.map((worker) => (worker.threadId === -1 ? null : once(worker, 'exit'))));

it('starts no thread before documents are expected, and each once', async () => {
  const judge = expectant();
  expect(threads).toHaveLength(0);
  judge.expect();
  judge.expect();
  judge.prepare();
  await expect.poll(() => threads.length).toBe(2);
  expect(await verdictOf(judge)).toBe('valid');
  expect(threads).toHaveLength(2);
});

it('lets its threads go when nothing comes, and judges what comes after that', async () => {
  const judge = expectant({ expectedForMs: 50 });
  judge.expect();
  await expect.poll(() => threads.length).toBe(2);
  await untilGone(threads);
  expect(await verdictOf(judge)).toBe('valid');
  judge.expect();
  await expect.poll(() => threads.length).toBe(4);
});

it('judges what comes at the very moment when its threads are let go', async () => {
  for (const wait of [0, 20, 40, 60, 80, 100]) {
    const judge = expectant({ expectedForMs: 50 });
    judge.expect();
    await new Promise((resolve) => setTimeout(resolve, wait));
    expect(await Promise.all([verdictOf(judge), verdictOf(judge)])).toEqual(['valid', 'valid']);
  }
});

it('keeps its threads once something was asked of them', async () => {
  const judge = expectant({ expectedForMs: 50 });
  judge.expect();
  expect(await verdictOf(judge)).toBe('valid');
  await new Promise((resolve) => setTimeout(resolve, 200));
  judge.expect();
  expect(await verdictOf(judge)).toBe('valid');
  expect(threads).toHaveLength(2);
});

it('can be closed while its threads are let go', async () => {
  const judge = createJudge({ expectedForMs: 10 });
  judge.expect();
  await new Promise((resolve) => setTimeout(resolve, 20));
  await judge.close();
  judge.expect();
  await untilGone(threads);
  const gone = threads.length;
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(threads).toHaveLength(gone);
});
