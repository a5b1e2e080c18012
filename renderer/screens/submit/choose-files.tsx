import { Menu } from '@mantine/core';
import { IconFiles, IconFolder } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { asFound, pickFromFolder } from '../../shell/drop-files.ts';
import { useIntake } from '../../shell/intake.tsx';
import { useTexts } from '../../texts.ts';
import { FileChoice } from '../../ui/file-choice.tsx';

interface Openers {
  readonly openFiles: () => void;
  readonly openFolder: () => void;
}

/** Both dialogs, for files and for a folder, behind controls of the caller. */
export function ChooseFiles({ children }: { readonly children: (openers: Openers) => ReactNode }) {
  const { t } = useTexts();
  const { take, expect } = useIntake();
  return (
    <FileChoice
      label={t('drop.fileInput')}
      testId="file-input"
      onOpen={expect}
      onFiles={(files) => take([{ files: asFound(files), leftAside: 0 }])}
    >
      {(openFiles) => (
        <FileChoice
          folder
          label={t('drop.folderInput')}
          testId="folder-input"
          onOpen={expect}
          onFiles={(files) => take([pickFromFolder(files)])}
        >
          {(openFolder) => children({ openFiles, openFolder })}
        </FileChoice>
      )}
    </FileChoice>
  );
}

/** Both dialogs behind one button of the caller. */
export function ChooseMenu({ children }: { readonly children: ReactNode }) {
  const { t } = useTexts();
  return (
    <ChooseFiles>
      {({ openFiles, openFolder }) => (
        <Menu position="bottom-start">
          <Menu.Target>{children}</Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<IconFiles size={16} aria-hidden />} onClick={openFiles}>
              {t('drop.chooseFiles')}
            </Menu.Item>
            <Menu.Item leftSection={<IconFolder size={16} aria-hidden />} onClick={openFolder}>
              {t('drop.chooseFolder')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
    </ChooseFiles>
  );
}
