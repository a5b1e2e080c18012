import { createJsonFile } from '../../../main/settings/json-file.ts';
import { counterFile } from './counter-file.ts';

/** Writes rising numbers until it is killed, and tells each one that was acknowledged. */
const file = createJsonFile(counterFile(process.argv[2] ?? ''));
for (let count = file.read().count + 1; ; count += 1) {
  file.write({ count, filling: String(count).padEnd(20_000, '.') });
  process.stdout.write(`${count}\n`);
}
