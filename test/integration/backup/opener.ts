import { toCallError } from '../../../main/platform/call-error.ts';
import { openDesk } from '../../crash/desk.ts';

/**
 * A process of its own, so that it can be another user's: opens data folders and prints the result
 * of each.
 */
for (const folder of process.argv.slice(2)) {
  try {
    const { app } = await openDesk(folder);
    await app.close();
    console.log('opened');
  } catch (error) {
    console.log(toCallError(error).code);
  }
}
