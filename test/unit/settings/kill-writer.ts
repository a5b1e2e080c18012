import { createJsonFile } from '../../../main/platform/files/json-file.ts';
import { counterFile } from './counter-file.ts';

/**
 * Writes rising numbers until it is killed, and reports each acknowledged one. It ends by itself
 * should nobody kill it.
 */
const maxWrites = 2_000;
const file = createJsonFile(counterFile(process.argv[2] ?? ''));
const first = file.read().count + 1;
for (let count = first; count < first + maxWrites; count += 1) {
  file.write({ count, filling: String(count).padEnd(20_000, '.') });
  process.stdout.write(`${count}\n`);
}
