import { useEffect, useRef, useState } from 'react';
import type { CallError } from '../../../contract/errors.ts';
import type { SchemaDifference } from '../../../contract/schema-package.ts';
import { toCallError } from '../../api/bridge.ts';
import { useHost } from '../../api/queries.ts';
import { errorSentences } from '../../sentences.ts';
import { useNotify } from '../../shell/notify.tsx';
import { useCommand, useIsShown } from '../../shell/use-command.ts';
import { useTexts } from '../../texts.ts';
import { packageName } from './schema-choice.ts';
import { readDifferences } from './schema-difference.tsx';

/**
 * Installs schemas from chosen files; asks first when they check differently from the present ones.
 */
export function useSchemaInstall() {
  const { t, i18n } = useTexts();
  const { bridge } = useHost();
  const notify = useNotify();
  const command = useCommand('schemas.install', ['schemas.list'], {
    about: () => t('schemaPackages.failed'),
  });
  const { mutate: discard } = useCommand('submissions.discard', [], { tells: 'none' });
  const isShown = useIsShown();
  const [differences, setDifferences] = useState<readonly SchemaDifference[] | null>(null);
  /** The files of a package that waits for the person's decision. */
  const waiting = useRef<readonly string[]>([]);
  const [error, setError] = useState<CallError | null>(null);
  const [isTaking, setTaking] = useState(false);

  useEffect(
    () => () => {
      if (waiting.current.length > 0) discard({ fileIds: [...waiting.current] });
    },
    [discard],
  );

  function fail(refusal: CallError): void {
    setDifferences(null);
    setError(refusal);
  }

  async function install(fileIds: readonly string[], confirm: boolean): Promise<void> {
    waiting.current = [];
    try {
      const done = await command.mutateAsync({ fileIds: [...fileIds], confirm });
      setDifferences(null);
      const words =
        done.outcome === 'installed' ? 'schemaPackages.done' : 'schemaPackages.nothingNew';
      notify({ tone: 'good', lines: [t(words, { name: packageName(t, done.package) })] });
    } catch (thrown) {
      const refusal = toCallError(thrown);
      if (refusal.code === 'schema_package_differs' && !confirm && isShown()) {
        waiting.current = fileIds;
        setDifferences(readDifferences(refusal));
        return;
      }
      fail(refusal);
      discard({ fileIds: [...fileIds] });
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
    else {
      fail(taken.error);
      const { title } = errorSentences(i18n, taken.error);
      if (!isShown()) notify({ tone: 'bad', title: t('schemaPackages.failed'), lines: [title] });
    }
    setTaking(false);
  }

  function leave(): void {
    // The running command reads the files.
    if (command.isPending) return;
    discard({ fileIds: [...waiting.current] });
    waiting.current = [];
    setDifferences(null);
  }
  return {
    take: (files: readonly File[]) => void take(files),
    confirm: () => void install(waiting.current, true),
    leave,
    differences,
    error,
    isInstalling: isTaking || command.isPending,
  };
}
