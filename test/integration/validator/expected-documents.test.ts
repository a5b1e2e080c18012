import type { Worker } from 'node:worker_threads';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { createValidator } from '../../../main/validator/validator.ts';
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

async function verdictOf(validator: Validator): Promise<string> {
  return (await validator.validate({ kind: 'bytes', bytes: Buffer.from(document) }, options))
    .validation.verdict;
}

it('a validator starts no thread before documents are expected, and each once', async () => {
  const validator = createValidator();
  onTestFinished(() => validator.close());
  expect(threads).toHaveLength(0);
  validator.expect();
  validator.expect();
  validator.prepare();
  await expect.poll(() => threads.length).toBe(2);
  expect(await verdictOf(validator)).toBe('valid');
  expect(threads).toHaveLength(2);
});

it('a validator that is closed starts no thread', async () => {
  const validator = createValidator();
  await validator.close();
  validator.expect();
  validator.prepare();
  await expect(verdictOf(validator)).rejects.toThrow('check_failed');
  expect(threads).toHaveLength(0);
});
