// biome-ignore-all lint/a11y/useFocusableInteractive: the field holds the focus and points at its option
// biome-ignore-all lint/a11y/useKeyWithClickEvents: as above; Enter in the field opens it
// biome-ignore-all lint/a11y/useSemanticElements: a <select> has no field to search in
import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { maxSearchText } from '../../../contract/fold-text.ts';
import { useTexts } from '../../texts.ts';
import { BareDialog } from '../dialog.tsx';
import styles from './palette.module.css';
import { type PaletteEntry, usePaletteEntries } from './palette-entries.ts';
import { type PaletteOpeners, usePaletteActs } from './use-palette-acts.ts';

interface PaletteDialogProps {
  readonly openers: PaletteOpeners;
  readonly onClose: () => void;
}

/** A field that finds actions, screens, companies and submissions, and runs them or goes there. */
export function PaletteDialog({ openers, onClose }: PaletteDialogProps) {
  const { t } = useTexts();
  const id = useId();
  const [text, setText] = useState('');
  const [moved, setMoved] = useState(0);
  /** Whether Enter waits for the answer to what was just written. */
  const [isEntered, setEntered] = useState(false);
  const { entries, settled, isCurrent } = usePaletteEntries(text, usePaletteActs(openers));
  const active = Math.min(moved, entries.length - 1);
  const go = (entry: PaletteEntry | undefined) => {
    if (entry === undefined) return;
    onClose();
    if (entry.run === undefined) window.location.hash = entry.key;
    else entry.run();
  };
  useEffect(() => {
    document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, active]);

  const isSure = isCurrent || (active >= 0 && active < settled);
  useEffect(() => {
    if (!isEntered || !isSure) return;
    setEntered(false);
    go(entries[active]);
  });

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && entries.length > 0) {
      event.preventDefault();
      setMoved((active + step + entries.length) % entries.length);
    }
    if (event.key === 'Enter') {
      event.preventDefault();
      if (isSure) go(entries[active]);
      else setEntered(true);
    }
  }

  const count = t('palette.found', { count: entries.length });
  return (
    <BareDialog title={t('palette.title')} onClose={onClose} size={620} padding="sm" top="12vh">
      <div className={styles.palette} data-testid="palette">
        <TextInput
          data-autofocus
          data-search
          role="combobox"
          aria-label={t('palette.title')}
          aria-expanded
          aria-autocomplete="list"
          aria-controls={`${id}-list`}
          aria-activedescendant={active >= 0 ? `${id}-${active}` : undefined}
          placeholder={t('palette.hint')}
          leftSection={<IconSearch size={16} aria-hidden />}
          maxLength={maxSearchText}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setMoved(0);
            setEntered(false);
          }}
          onKeyDown={onKeyDown}
          data-testid="palette-text"
        />
        <div
          className={styles.list}
          role="listbox"
          id={`${id}-list`}
          aria-label={t('palette.title')}
        >
          {entries.map((entry, index) => (
            <div
              key={entry.key}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === active}
              className={styles.option}
              onClick={() => go(entry)}
            >
              <span className={styles.name} title={entry.text}>
                {entry.text}
              </span>
              <span className={styles.hint} title={entry.hint}>
                {entry.hint}
              </span>
            </div>
          ))}
        </div>
        {entries.length === 0 && isCurrent ? (
          <p className={styles.none}>{t('palette.none')}</p>
        ) : null}
        <span className="z-hidden" role="status">
          {isCurrent ? count : ''}
        </span>
      </div>
    </BareDialog>
  );
}
