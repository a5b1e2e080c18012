import { createValidator } from '../../../main/validator/validator.ts';

// Run as a process of its own: a thread that is ended while it loads takes the whole process with
// it, and not at each moment.
for (let wait = 0; wait <= 240; wait += 5) {
  const validator = createValidator();
  validator.prepare();
  await new Promise((resolve) => setTimeout(resolve, wait));
  await validator.close();
}
