import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Backup } from '../../../contract/backup.ts';
import type { HostBridge } from '../../../contract/client.ts';
import type { Input, Output } from '../../../contract/methods.ts';
import { CallFailure, callMethod } from '../../api/bridge.ts';
import { useHost } from '../../api/queries.ts';

/** What takes the history's place: a copy of this data folder, an archive that was brought from elsewhere, or nothing. */
export type RestoreFrom =
  | { readonly kind: 'copy'; readonly backup: Backup }
  | { readonly kind: 'file'; readonly file: File }
  | { readonly kind: 'new' };

async function toSource(
  bridge: HostBridge,
  from: RestoreFrom,
): Promise<Pick<Input<'backup.restore'>, 'id' | 'fileId'>> {
  switch (from.kind) {
    case 'new':
      return { id: 'new' };
    case 'copy':
      return { id: from.backup.id };
    case 'file': {
      const taken = await bridge.takeFiles([from.file]);
      if (!taken.ok) throw new CallFailure(taken.error);
      const [first] = taken.value;
      if (first === undefined)
        throw new CallFailure({ code: 'file_unreadable', details: { file: from.file.name } });
      return { fileId: first.fileId };
    }
  }
}

/** Restores with a passphrase; with an empty one where there is none. */
export function useRestore(from: RestoreFrom) {
  const { bridge } = useHost();
  const client = useQueryClient();
  return useMutation<Output<'backup.restore'>, CallFailure, string>({
    mutationFn: async (passphrase) => {
      const source = await toSource(bridge, from);
      return callMethod(bridge, 'backup.restore', passphrase === '' ? source : { ...source, passphrase });
    },
    onSettled: async () => {
      const stale = ['app.status', 'backup.list'] as const;
      await Promise.all(stale.map((method) => client.invalidateQueries({ queryKey: [method] })));
    },
  });
}
