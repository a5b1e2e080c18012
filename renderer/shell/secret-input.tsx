import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useTexts } from '../texts.ts';

/**
 * A field for a passphrase or a key: hidden while it is written, shown by a button that keys reach,
 * and said to be wrong where it is.
 */
export function SecretInput(props: PasswordInputProps) {
  const { t } = useTexts();
  return (
    <PasswordInput
      autoComplete="off"
      classNames={{ input: 'z-secret-field' }}
      visibilityToggleFocusable
      visibilityToggleButtonProps={{ 'aria-label': t('settings.connection.show') }}
      aria-invalid={Boolean(props.error) || undefined}
      {...props}
    />
  );
}
