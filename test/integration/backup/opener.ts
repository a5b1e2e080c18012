import { toCallError } from '../../../main/platform/call-error.ts';
import { openDesk } from '../../crash/desk.ts';

/**
 * A process of its own, so that it can be another user's: opens a data folder and prints the
 * result.
 */
try {
  const { app } = await openDesk(process.argv[2] ?? '');
  await app.close();
  console.log('opened');
} catch (error) {
  console.log(toCallError(error).code);
}
