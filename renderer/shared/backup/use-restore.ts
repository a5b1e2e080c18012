import { type RefObject, useRef } from 'react';
import type { Backup } from '../../../contract/backup.ts';
import type { HostBridge } from '../../../contract/client.ts';
import type { Input, Output } from '../../../contract/methods.ts';
import { callMethod, takeFile, toCallError } from '../../api/bridge.ts';
import { useHost } from '../../api/queries.ts';
import { useTask } from '../../shell/use-command.ts';
import { useTexts } from '../../texts.ts';

/**
 * The replacement of the history: a copy of this data folder, an archive from elsewhere, or
 * nothing; `isOlder`: in place of one from before the first release.
 */
export type RestoreFrom =
  | { readonly kind: 'copy'; readonly backup: Backup }
  | { readonly kind: 'file'; readonly file: File }
  | { readonly kind: 'new'; readonly isOlder: boolean };

/** A file that was already handed over: another passphrase does not hand it over again. */
interface Taken {
  readonly file: File;
  readonly fileId: string;
}

async function toSource(
  bridge: HostBridge,
  from: RestoreFrom,
  taken: RefObject<Taken | null>,
): Promise<Pick<Input<'backup.restore'>, 'id' | 'fileId'>> {
  switch (from.kind) {
    case 'new':
      return { id: 'new' };
    case 'copy':
      return { id: from.backup.id };
    case 'file': {
      if (taken.current?.file === from.file) return { fileId: taken.current.fileId };
      const { fileId } = await takeFile(bridge, from.file);
      taken.current = { file: from.file, fileId };
      return { fileId };
    }
  }
}

/** The refusals that a passphrase resolves. */
export const passphraseCodes: readonly string[] = ['backup_sealed', 'wrong_passphrase'];

/** Restores with a passphrase; with an empty one where there is none. */
export function useRestore(
  from: RestoreFrom,
  onDone: (restored: Output<'backup.restore'>) => void,
) {
  const { bridge } = useHost();
  const { t } = useTexts();
  const taken = useRef<Taken | null>(null);
  return useTask<Output<'backup.restore'>, string>(
    async (passphrase) => {
      const source = await toSource(bridge, from, taken);
      const input = passphrase === '' ? source : { ...source, passphrase };
      return callMethod(bridge, 'backup.restore', input).catch((thrown: unknown) => {
        if (!passphraseCodes.includes(toCallError(thrown).code)) taken.current = null;
        throw thrown;
      });
    },
    {
      stale: ['app.status', 'backup.list'],
      about: () => t(from.kind === 'new' ? 'backup.startNew' : 'backup.restoreTitle'),
      onDone,
    },
  );
}
