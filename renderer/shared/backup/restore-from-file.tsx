import { Button } from '@mantine/core';
import { useState } from 'react';
import { useCarriedFiles } from '../../shell/drop-target.tsx';
import { useTexts } from '../../texts.ts';
import { FileChoice } from '../../ui/file-choice.tsx';
import { RestoreDialog } from './restore-dialog.tsx';

/** Restoring from an archive that was stored elsewhere. */
export function RestoreFromFile() {
  const { t } = useTexts();
  const [file, setFile] = useState<File | null>(null);
  // A drop while one is asked about, or restored, must not change the file of that dialog.
  useCarriedFiles('copies', ([first]) => setFile((asked) => asked ?? first ?? null));
  return (
    <>
      <FileChoice
        single
        label={t('backup.fileInput')}
        testId="restore-file-input"
        onFiles={([first]) => setFile(first ?? null)}
      >
        {(open) => (
          <Button variant="default" onClick={open} data-testid="restore-file">
            {t('backup.restoreFile')}
          </Button>
        )}
      </FileChoice>
      {file === null ? null : (
        <RestoreDialog from={{ kind: 'file', file }} onClose={() => setFile(null)} />
      )}
    </>
  );
}
