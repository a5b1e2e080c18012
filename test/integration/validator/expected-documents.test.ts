import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { createValidator, type ValidatorSettings } from '../../../main/validator/validator.ts';
import type { ValidationOptions, Validator } from '../../../main/validator/validator-port.ts';
import { makeDocument } from '../../fixtures/validator/make-document.ts';

const options: ValidationOptions = { maxFileBytes: 4 * 1024 * 1024, checks: 'all', keepXml: false };
const document = makeDocument('140-with-invoice', { seed: 5, records: 3 });

let threads: Worker[];
beforeEach(() => {
  threads = [];
  const seen = (worker: Worker) => threads.push(worker);
  process.on('worker', seen);
  onTestFinished(() => void process.off('worker', seen));
});

function expectant(settings: ValidatorSettings = {}): Validator {
  const validator = createValidator(settings);
  onTestFinished(() => validator.close());
  return validator;
}

async function verdictOf(validator: Validator): Promise<string> {
  return (await validator.validate({ kind: 'bytes', bytes: Buffer.from(document) }, options))
    .validation.verdict;
}

const untilGone = (workers: readonly Worker[]) =>
  Promise.all(workers.map((worker) => (worker.threadId === -1 ? null : once(worker, 'exit'))));

it('a validator starts no thread before documents are expected, and each once', async () => {
  const validator = expectant();
  expect(threads).toHaveLength(0);
  validator.expect();
  validator.expect();
  validator.prepare();
  await expect.poll(() => threads.length).toBe(2);
  expect(await verdictOf(validator)).toBe('valid');
  expect(threads).toHaveLength(2);
});

it('a validator ends its threads when nothing comes, and validates later documents', async () => {
  const validator = expectant({ expectedForMs: 50 });
  validator.expect();
  await expect.poll(() => threads.length).toBe(2);
  await untilGone(threads);
  expect(await verdictOf(validator)).toBe('valid');
  validator.expect();
  await expect.poll(() => threads.length).toBe(4);
});

it('a validator validates documents that come at the moment when its threads end', async () => {
  for (const wait of [0, 20, 40, 60, 80, 100]) {
    const validator = expectant({ expectedForMs: 50 });
    validator.expect();
    await new Promise((resolve) => setTimeout(resolve, wait));
    expect(await Promise.all([verdictOf(validator), verdictOf(validator)])).toEqual([
      'valid',
      'valid',
    ]);
  }
});

it('a validator keeps its threads once it has had a document', async () => {
  const validator = expectant({ expectedForMs: 50 });
  validator.expect();
  expect(await verdictOf(validator)).toBe('valid');
  await new Promise((resolve) => setTimeout(resolve, 200));
  validator.expect();
  expect(await verdictOf(validator)).toBe('valid');
  expect(threads).toHaveLength(2);
});

it('a validator can be closed while its threads end', async () => {
  const validator = createValidator({ expectedForMs: 10 });
  validator.expect();
  await new Promise((resolve) => setTimeout(resolve, 20));
  await validator.close();
  validator.expect();
  await untilGone(threads);
  const gone = threads.length;
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(threads).toHaveLength(gone);
});
