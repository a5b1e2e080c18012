import { expect, it, onTestFinished, vi } from 'vitest';
import { createValidator } from '../../../main/validator/validator.ts';

// Only the fault is made up: no document of this size takes all of the engine's memory.
vi.mock('../../../main/validator/extract/read-response.ts', async (original) => {
  const real = await original<typeof import('../../../main/validator/extract/read-response.ts')>();
  const readLedgerResponse: typeof real.readLedgerResponse = (xml) =>
    Buffer.from(xml).includes('too much')
      ? { response: null, mustRecycle: true }
      : real.readLedgerResponse(xml);
  return { ...real, readLedgerResponse };
});

it('an engine that a response was too much for reads no other: a thread does, which can be thrown away', async () => {
  const workerFile = new URL('./no-worker.ts', import.meta.url);
  const validator = createValidator({ threads: 1, workerFile });
  onTestFinished(() => validator.close());
  const read = (text: string) =>
    validator.readLedgerResponse(Buffer.from(`<AltaRespuesta>${text}</AltaRespuesta>`));
  expect(await read('')).not.toBeNull();
  // There is no thread here: who asks one is refused.
  await expect(read('too much')).rejects.toMatchObject({ code: 'check_failed' });
  await expect(read('')).rejects.toMatchObject({ code: 'check_failed' });
});
