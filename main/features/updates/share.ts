import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { createJsonFile } from '../../platform/files/json-file.ts';
import type { Core } from '../core.ts';

const shareSchema = z.object({ share: z.number().min(0).max(100).nullable() });

/** This installation's place in staged rollouts, in percent: drawn once and kept. */
export function openShare({ dataFolder, clock }: Pick<Core, 'dataFolder' | 'clock'>): number {
  const file = createJsonFile({
    path: join(dataFolder, 'updates.json'),
    version: 1,
    schema: shareSchema,
    defaults: { share: null },
    setAside: 'at_once',
    clock,
  });
  const kept = file.read().share;
  if (kept !== null) return kept;
  const share = randomInt(10_000) / 100;
  file.write({ share });
  return share;
}
