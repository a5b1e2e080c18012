import { useState } from 'react';
import type { Backup } from '../../../contract/backup.ts';
import { toCallError } from '../../api/bridge.ts';
import { useHost } from '../../api/queries.ts';
import { errorSentences } from '../../sentences.ts';
import { useNotify } from '../../shell/notify.tsx';
import { useTexts } from '../../texts.ts';
import { saveDocument } from '../documents/document-download.ts';

const pieceBytes = 4 * 1024 * 1024;

/** Saves a copy's file, read piece by piece: it may be larger than one message. */
export function useBackupDownload() {
  const { bridge } = useHost();
  const { i18n } = useTexts();
  const notify = useNotify();
  const [isRunning, setRunning] = useState(false);
  const save = async ({ id }: Backup) => {
    setRunning(true);
    try {
      await saveDocument(bridge, 'backup.read', { id, limit: pieceBytes });
    } catch (thrown) {
      const { title } = errorSentences(i18n, toCallError(thrown));
      notify({ tone: 'bad', lines: [title] });
    } finally {
      setRunning(false);
    }
  };
  return { save, isRunning };
}
