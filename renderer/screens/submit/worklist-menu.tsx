import { ActionIcon, Menu } from '@mantine/core';
import { IconDots, IconTrash } from '@tabler/icons-react';
import type { WorklistFile } from '../../../contract/worklist.ts';
import { useCommand } from '../../api/queries.ts';
import { standingOf } from '../../shared/worklist/worklist.ts';
import { useTexts } from '../../texts.ts';

/** What can be done to the list as a whole. */
export function WorklistMenu({ files }: { readonly files: readonly WorklistFile[] }) {
  const { t } = useTexts();
  const discard = useCommand('submissions.discard', ['submissions.worklist']);
  const sent = files.filter((file) => standingOf(file) === 'sent').map((file) => file.id);
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" size={30} aria-label={t('submit.more')}>
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item disabled={sent.length === 0} onClick={() => discard.mutate({ fileIds: sent })}>
          {t('submit.clearSent')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={() => discard.mutate({ fileIds: files.map((file) => file.id) })}
        >
          {t('submit.discardAll')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
