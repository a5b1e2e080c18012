import type { Text } from '@codemirror/state';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { CallError } from '../../../../contract/errors.ts';
import type { WorklistFile } from '../../../../contract/worklist.ts';
import { callMethod, toCallError } from '../../../api/bridge.ts';
import { useHost } from '../../../api/queries.ts';
import { goTo } from '../../../router.ts';
import { useReplacing } from '../../../shared/layout/choice.tsx';
import { useNotify } from '../../../shell/notify.tsx';
import { useTexts } from '../../../texts.ts';
import { handOver } from './use-live-verdict.ts';

/** Saves an edited text as a new file beside the original, and goes to it. */
export function useSaveText(file: WorklistFile, lineBreak: string, onSaved: () => void) {
  const { bridge } = useHost();
  const { t } = useTexts();
  const client = useQueryClient();
  const notify = useNotify();
  const replacing = useReplacing();
  const [isSaving, setSaving] = useState(false);
  const [error, setError] = useState<CallError | null>(null);
  const save = async (doc: Text) => {
    setSaving(true);
    setError(null);
    const replace = replacing([file]);
    try {
      const textId = await handOver(bridge, doc, lineBreak);
      const saved = await callMethod(bridge, 'submissions.saveText', { fileId: file.id, textId });
      await client.invalidateQueries({ queryKey: ['submissions.worklist'] });
      replace([saved.file]);
      notify({ tone: 'good', lines: [t('source.saved', { file: saved.file.name })] });
      onSaved();
      goTo('submit', saved.file.id);
    } catch (thrown) {
      setSaving(false);
      setError(toCallError(thrown));
    }
  };
  return { save, error, isSaving };
}
