import { ActionIcon, TextInput } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconSearch } from '@tabler/icons-react';
import { type RefObject, useState } from 'react';
import { useTexts } from '../../../texts.ts';
import styles from './source.module.css';

interface SearchFieldProps {
  /** Whether there is a match. */
  readonly onFind: (wanted: string, direction: 1 | -1) => Promise<boolean>;
  readonly field: RefObject<HTMLInputElement | null>;
}

/** The search: Enter goes to the next match, Shift+Enter to the one before. */
export function SearchField({ onFind, field }: SearchFieldProps) {
  const { t } = useTexts();
  const [wanted, setWanted] = useState('');
  const [isMissing, setMissing] = useState(false);
  // A copied number often brings a space or a line's end.
  const text = wanted.trim();
  const find = async (direction: 1 | -1) => {
    if (text !== '') setMissing(!(await onFind(text, direction)));
  };
  return (
    <span className={styles.search}>
      <TextInput
        ref={field}
        size="xs"
        aria-label={t('source.search')}
        placeholder={t('source.search')}
        leftSection={<IconSearch size={14} aria-hidden />}
        value={wanted}
        data-search
        data-testid="source-search"
        onChange={(event) => {
          setWanted(event.currentTarget.value);
          setMissing(false);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') void find(event.shiftKey ? -1 : 1);
        }}
      />
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t('source.searchPrevious')}
        disabled={text === ''}
        onClick={() => void find(-1)}
      >
        <IconChevronUp size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t('source.searchNext')}
        disabled={text === ''}
        onClick={() => void find(1)}
      >
        <IconChevronDown size={16} aria-hidden />
      </ActionIcon>
      <span role="status" className="z-second z-small">
        {isMissing ? t('source.notFound') : ''}
      </span>
    </span>
  );
}
