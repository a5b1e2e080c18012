import { useState } from 'react';
import type { WorklistFile } from '../../../contract/worklist.ts';
import { toCallError } from '../../api/bridge.ts';
import { useHost } from '../../api/queries.ts';
import { errorSentences } from '../../sentences.ts';
import { useNotify } from '../../shell/notify.tsx';
import { useTexts } from '../../texts.ts';
import { saveDocument } from './document-download.ts';

/** Saves a file of the worklist, read piece by piece: it may be larger than one message. */
export function useFileContent() {
  const { bridge } = useHost();
  const { t, i18n } = useTexts();
  const notify = useNotify();
  const [isRunning, setRunning] = useState(false);
  const save = async ({ id: fileId }: WorklistFile) => {
    setRunning(true);
    try {
      await saveDocument(bridge, 'submissions.fileContent', { fileId });
    } catch (thrown) {
      const { title } = errorSentences(i18n, toCallError(thrown));
      notify({ tone: 'bad', title: t('source.saveFileFailed'), lines: [title] });
    } finally {
      setRunning(false);
    }
  };
  return { save, isRunning };
}
