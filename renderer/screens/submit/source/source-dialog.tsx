import { useRef } from 'react';
import type { Issue } from '../../../../contract/verdict.ts';
import type { WorklistFile } from '../../../../contract/worklist.ts';
import { Dialog } from '../../../shell/dialog.tsx';
import { useTexts } from '../../../texts.ts';
import { laterComponent } from '../../../ui/later-component.tsx';
import styles from './source.module.css';

// The editor is as large as the rest of the window: it loads later.
const Workbench = laterComponent(async () => (await import('./workbench.tsx')).Workbench);

interface SourceDialogProps {
  readonly file: WorklistFile;
  /** The first selected fault; null for the first of all. */
  readonly at: Issue | null;
  readonly onClose: () => void;
}

/** A file's whole text with its faults, and a copy to edit. */
export function SourceDialog({ file, at, onClose }: SourceDialogProps) {
  const { t } = useTexts();
  // Until the text is there, nothing can be edited.
  const close = useRef(onClose);
  return (
    <Dialog
      onClose={() => close.current()}
      title={t('source.title', { file: file.name })}
      size="min(88rem, 95vw)"
      padding={0}
      classNames={{
        content: styles.dialog ?? '',
        header: styles.header ?? '',
        body: styles.body ?? '',
      }}
    >
      <Workbench file={file} at={at} close={close} onLeave={onClose} />
    </Dialog>
  );
}
