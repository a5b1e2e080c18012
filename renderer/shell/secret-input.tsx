import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useTexts } from '../texts.ts';
import styles from './secret-input.module.css';

/**
 * A field for a passphrase or a key: hidden while typing, shown by a button with a keyboard stop,
 * with its fault beside it.
 */
export function SecretInput(props: PasswordInputProps) {
  const { t } = useTexts();
  return (
    <PasswordInput
      autoComplete="off"
      classNames={{ input: styles.field ?? '' }}
      visibilityToggleFocusable
      visibilityToggleButtonProps={{ 'aria-label': t('settings.connection.show') }}
      aria-invalid={Boolean(props.error) || undefined}
      {...props}
    />
  );
}
