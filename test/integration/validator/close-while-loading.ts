import { createValidator } from '../../../main/validator/validator.ts';

// Run as a process of its own: a thread that is ended while it loads takes the whole process with
// it, and not at each moment. Argument: the milliseconds between two moments.
const step = Number(process.argv[2]);
for (let wait = 0; wait <= 240; wait += step) {
  const validator = createValidator();
  validator.prepare();
  await new Promise((resolve) => setTimeout(resolve, wait));
  await validator.close();
}
