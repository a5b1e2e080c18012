import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useTexts } from '../../texts.ts';
import { pressOnce } from '../../ui/press-once.ts';
import styles from './modification.module.css';
import type { RecordTexts } from './record-texts.ts';
import { addableIn } from './record-values.ts';
import { leaveTo } from './seek.ts';
import type { Modification } from './use-modification.ts';

/** Removes a field, a group or a line. */
export function RemoveButton({
  name,
  onRemove,
}: {
  readonly name: string;
  readonly onRemove: () => void;
}) {
  const { t } = useTexts();
  return (
    <ActionIcon
      className={styles.remove ?? ''}
      variant="subtle"
      color="gray"
      size="sm"
      aria-label={t('record.remove', { name })}
      title={t('record.remove', { name })}
      {...pressOnce(({ currentTarget }) => {
        leaveTo(currentTarget.closest('[data-place]'));
        onRemove();
      })}
    >
      <IconX size={14} aria-hidden />
    </ActionIcon>
  );
}

interface AddMenuProps {
  readonly modification: Modification;
  readonly words: RecordTexts;
  readonly group: string;
  readonly at: string;
}

/** Adds an optional field of a group. */
export function AddMenu({ modification, words, group, at }: AddMenuProps) {
  const { t } = useTexts();
  const addable = addableIn(modification.fields, modification.values, group, at);
  if (addable.length === 0) return null;
  const name = group === '' ? t('record.general') : words.field(group);
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button
          className={styles.add ?? ''}
          variant="subtle"
          size="compact-sm"
          leftSection={<IconPlus size={14} aria-hidden />}
          aria-label={t('record.addIn', { group: name })}
        >
          {t('record.add')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {addable.map((field) => (
          <Menu.Item key={field.path} onClick={() => modification.add(field, at)}>
            {words.field(field.path)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
