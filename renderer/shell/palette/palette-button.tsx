import { IconSearch } from '@tabler/icons-react';
import { useTexts } from '../../texts.ts';
import styles from './palette.module.css';
import { useOpenPalette } from './palette-context.ts';

/** Opens the palette, and names its key. */
export function PaletteButton() {
  const { t } = useTexts();
  const open = useOpenPalette();
  return (
    <button
      type="button"
      className={styles.button}
      aria-label={t('palette.open')}
      aria-keyshortcuts="Control+K"
      onClick={open}
      data-testid="open-palette"
    >
      <IconSearch size={15} aria-hidden />
      <span className={styles.words}>{t('palette.open')}</span>
      <kbd className={styles.key}>{t('palette.key', { key: 'K' })}</kbd>
    </button>
  );
}
