import { useState } from 'react';
import type { CallError } from '../../../contract/errors.ts';
import type { SchemaDifference } from '../../../contract/schema-package.ts';
import { toCallError } from '../../api/bridge.ts';
import { useCommand, useHost } from '../../api/queries.ts';
import { useNotify } from '../../shell/notify.tsx';
import { useTexts } from '../../texts.ts';
import { packageName } from './schema-choice.ts';
import { readDifferences } from './schema-difference.tsx';

/** A package that waits for the person's decision. */
interface Pending {
  readonly fileIds: readonly string[];
  readonly differences: readonly SchemaDifference[];
}

/**
 * Installs schemas from chosen files; asks first when they check differently from the present ones.
 */
export function useSchemaInstall() {
  const { t } = useTexts();
  const { bridge } = useHost();
  const notify = useNotify();
  const command = useCommand('schemas.install', ['schemas.list']);
  const discard = useCommand('submissions.discard');
  const [pending, setPending] = useState<Pending | null>(null);
  const [error, setError] = useState<CallError | null>(null);
  const [isTaking, setTaking] = useState(false);

  async function install(fileIds: readonly string[], confirm: boolean): Promise<void> {
    try {
      const done = await command.mutateAsync({ fileIds: [...fileIds], confirm });
      setPending(null);
      const words =
        done.outcome === 'installed' ? 'schemaPackages.done' : 'schemaPackages.nothingNew';
      notify({ tone: 'good', lines: [t(words, { name: packageName(t, done.package) })] });
    } catch (thrown) {
      const refusal = toCallError(thrown);
      if (refusal.code === 'schema_package_differs' && !confirm) {
        setPending({ fileIds, differences: readDifferences(refusal) });
        return;
      }
      setPending(null);
      setError(refusal);
      discard.mutate({ fileIds: [...fileIds] });
    }
  }

  async function take(files: readonly File[]): Promise<void> {
    setError(null);
    setTaking(true);
    const taken = await bridge.takeFiles([...files]);
    if (taken.ok)
      await install(
        taken.value.map(({ fileId }) => fileId),
        false,
      );
    else setError(taken.error);
    setTaking(false);
  }

  function leave(): void {
    if (pending !== null) discard.mutate({ fileIds: [...pending.fileIds] });
    setPending(null);
  }
  return {
    take: (files: readonly File[]) => void take(files),
    confirm: () => void install(pending?.fileIds ?? [], true),
    leave,
    pending,
    error,
    isInstalling: isTaking || command.isPending,
  };
}
