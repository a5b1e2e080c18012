import { Button } from '@mantine/core';
import { useState } from 'react';
import { useCarriedFiles } from '../../shell/drop-target.tsx';
import { useTexts } from '../../texts.ts';
import { FileChoice } from '../../ui/file-choice.tsx';
import { RestoreDialog } from './restore-dialog.tsx';

/** Restoring from an archive that was stored elsewhere. */
export function RestoreFromFile() {
  const { t } = useTexts();
  const [files, setFiles] = useState<readonly File[]>([]);
  const [asked, setAsked] = useState(0);
  const [file] = files;
  // A drop while one is asked about, or restored, must not change that dialog: it is asked next.
  useCarriedFiles('copies', ([dropped]) => {
    if (dropped !== undefined) setFiles((now) => [...new Set([...now, dropped])]);
  });
  function close(): void {
    setFiles(([, ...rest]) => rest);
    setAsked((now) => now + 1);
  }
  return (
    <>
      <FileChoice
        single
        label={t('backup.fileInput')}
        testId="restore-file-input"
        onFiles={setFiles}
      >
        {(open) => (
          <Button variant="default" onClick={open} data-testid="restore-file">
            {t('backup.restoreFile')}
          </Button>
        )}
      </FileChoice>
      {file === undefined ? null : (
        <RestoreDialog key={asked} from={{ kind: 'file', file }} onClose={close} />
      )}
    </>
  );
}
