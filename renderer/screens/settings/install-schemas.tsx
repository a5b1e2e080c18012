import { Button, Menu } from '@mantine/core';
import { IconFileZip, IconFolder } from '@tabler/icons-react';
import { ErrorNotice } from '../../shell/error-notice.tsx';
import { useNotify } from '../../shell/notify.tsx';
import { useTexts } from '../../texts.ts';
import { FileChoice } from '../../ui/file-choice.tsx';
import { DifferenceDialog } from './schema-difference.tsx';
import { useSchemaInstall } from './use-schema-install.ts';

/** Installs the ledger's published schemas from a zip, from loose files, or from a folder. */
export function InstallSchemas() {
  const { t } = useTexts();
  const notify = useNotify();
  const install = useSchemaInstall();

  function takeFolder(files: readonly File[]): void {
    const schemas = files.filter(({ name }) => /\.xsd$/i.test(name) && !name.startsWith('.'));
    if (schemas.length > 0) install.take(schemas);
    else notify({ tone: 'bad', lines: [t('schemaPackages.noSchemas')] });
  }
  return (
    <>
      {install.error === null ? null : (
        <ErrorNotice error={install.error} title={t('schemaPackages.failed')} />
      )}
      <div className="z-form-actions">
        <FileChoice
          label={t('schemaPackages.fileInput')}
          testId="schema-files"
          onFiles={install.take}
        >
          {(openFiles) => (
            <FileChoice
              folder
              label={t('schemaPackages.folderInput')}
              testId="schema-folder"
              onFiles={takeFolder}
            >
              {(openFolder) => (
                <Menu position="bottom-start">
                  <Menu.Target>
                    <Button variant="default" loading={install.isInstalling}>
                      {t('schemaPackages.install')}
                    </Button>
                  </Menu.Target>
                  <Menu.Dropdown>
                    <Menu.Item
                      leftSection={<IconFileZip size={16} aria-hidden />}
                      onClick={openFiles}
                    >
                      {t('schemaPackages.chooseFiles')}
                    </Menu.Item>
                    <Menu.Item
                      leftSection={<IconFolder size={16} aria-hidden />}
                      onClick={openFolder}
                    >
                      {t('schemaPackages.chooseFolder')}
                    </Menu.Item>
                  </Menu.Dropdown>
                </Menu>
              )}
            </FileChoice>
          )}
        </FileChoice>
      </div>
      {install.differences === null ? null : (
        <DifferenceDialog
          differences={install.differences}
          isInstalling={install.isInstalling}
          onConfirm={install.confirm}
          onLeave={install.leave}
        />
      )}
    </>
  );
}
