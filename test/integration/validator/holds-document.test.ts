import { gzipSync } from 'node:zlib';
import { expect, it, onTestFinished } from 'vitest';
import { createValidator } from '../../../main/validator/validator.ts';
import { makeDocument } from '../../fixtures/validator/make-document.ts';

it('a document inside other bytes is looked for in a thread, so that this one is free', async () => {
  const validator = createValidator({ threads: 1 });
  onTestFinished(() => validator.close());
  const document = makeDocument('140-with-invoice', { seed: 5, records: 3 });
  const limitBytes = 512 * 1024 * 1024;
  const wrapped = Buffer.from(JSON.stringify({ xml: document }));
  expect(await validator.holdsDocument(wrapped, limitBytes)).toBe(true);
  expect(await validator.holdsDocument(Buffer.from('{}'), limitBytes)).toBe(false);
  const zeros = gzipSync(Buffer.alloc(64 * 1024 * 1024)).toString('base64');
  const bombs = Buffer.from(JSON.stringify(Array.from({ length: 40 }, () => zeros)));
  let turns = 0;
  const counting = setInterval(() => {
    turns += 1;
  }, 20);
  expect(await validator.holdsDocument(bombs, limitBytes)).toBe(false);
  clearInterval(counting);
  expect(turns).toBeGreaterThan(5);
  expect(await validator.holdsDocument(wrapped, limitBytes)).toBe(true);
});
