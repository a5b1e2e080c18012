import { cpSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Desk, openDesk } from './desk.ts';

/** A loss of the killed process's data folder. */
export type Loss = 'none' | 'log deleted' | 'folder put back';

/** Remembers the folder, to be put back as a file backup does. */
export function keepFolder(folder: string): { lose(loss: Loss): void; forget(): void } {
  const kept = `${folder}-kept`;
  rmSync(kept, { recursive: true, force: true });
  cpSync(folder, kept, { recursive: true });
  return {
    lose(loss) {
      if (loss === 'log deleted')
        for (const end of ['-wal', '-shm']) rmSync(join(folder, `zubi.db${end}`), { force: true });
      if (loss !== 'folder put back') return;
      rmSync(folder, { recursive: true, force: true });
      cpSync(kept, folder, { recursive: true });
    },
    forget() {
      if (existsSync(kept)) rmSync(kept, { recursive: true, force: true });
    },
  };
}

/**
 * A log that is deleted in the middle of a checkpoint tears the database: that is reported as
 * damage, and a person puts the folder back.
 */
export async function openAfterLoss(
  dataFolder: string,
  folder: ReturnType<typeof keepFolder>,
): Promise<{ readonly desk: Desk; readonly isTorn: boolean }> {
  const desk = await openDesk(dataFolder);
  const { recovery } = await desk.call('app.status', {});
  if (recovery?.code !== 'database_damaged') return { desk, isTorn: false };
  await desk.app.close();
  folder.lose('folder put back');
  return { desk: await openDesk(dataFolder), isTorn: true };
}

/**
 * Whether a person is asked; then nothing is sent, whatever is tried, until they continue. Returns
 * the fault, null without one.
 */
export async function answerQuestion(
  desk: Desk,
  arrived: () => Promise<number>,
): Promise<{ readonly asked: boolean; readonly fault: string | null }> {
  const { question } = await desk.call('history.chain', {});
  if (question === null) return { asked: false, fault: null };
  const before = await arrived();
  const reply = await desk.app.call('submissions.resume', {});
  await desk.app.idle();
  const isHeld = !reply.ok && reply.error.code === 'history_went_back';
  const fault = isHeld && (await arrived()) === before ? null : 'it left before a person decided';
  await desk.call('history.continue', { note: 'campaign' });
  return { asked: true, fault };
}
