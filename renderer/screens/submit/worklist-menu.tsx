import { ActionIcon, Menu } from '@mantine/core';
import { IconDots, IconListCheck, IconTrash } from '@tabler/icons-react';
import type { WorklistFile } from '../../../contract/worklist.ts';
import { useRemoval } from '../../shared/worklist/use-removal.tsx';
import { isAnswered } from '../../shared/worklist/worklist.ts';
import { useTexts } from '../../texts.ts';

/** Actions on the whole list. */
export function WorklistMenu({ files }: { readonly files: readonly WorklistFile[] }) {
  const { t } = useTexts();
  const { remove, question } = useRemoval();
  const sent = files.filter(isAnswered);
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon
            variant="default"
            size={36}
            aria-label={t('submit.more')}
            data-testid="worklist-menu"
          >
            <IconDots size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {sent.length === 0 ? null : (
            <Menu.Item
              leftSection={<IconListCheck size={16} aria-hidden />}
              onClick={() => remove(sent)}
              data-testid="menu-clear-sent"
            >
              {t('submit.clearSent')}
            </Menu.Item>
          )}
          <Menu.Item
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={() => remove(files)}
            data-testid="discard-all"
          >
            {t('submit.discardAll')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {question}
    </>
  );
}
