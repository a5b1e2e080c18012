import { Button } from '@mantine/core';
import { useCallbackRef } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { useTexts } from '../../texts.ts';
import { FileChoice } from '../../ui/file-choice.tsx';
import styles from './office.module.css';
import { toLogo } from './to-logo.ts';

interface OfficeLogoProps {
  /** A PNG in base64; empty without one. */
  readonly logo: string;
  readonly onChange: (logo: string) => void;
}

/** An address of the picture that the window's policy allows. */
function usePictureUrl(logo: string): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (logo === '') return setUrl(null);
    const bytes = Uint8Array.from(atob(logo), (letter) => letter.charCodeAt(0));
    const made = URL.createObjectURL(new Blob([bytes], { type: 'image/png' }));
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [logo]);
  return url;
}

/** The office's logo: shown, chosen from a picture of any size, or removed. */
export function OfficeLogo({ logo, onChange }: OfficeLogoProps) {
  const { t } = useTexts();
  const url = usePictureUrl(logo);
  const [isUnread, setUnread] = useState(false);
  // Redrawing takes a while: the other fields may be typed in meanwhile.
  const change = useCallbackRef(onChange);

  async function take(file: File): Promise<void> {
    const made = await toLogo(file);
    setUnread(made === null);
    if (made !== null) change(made);
  }
  return (
    <div>
      <span className={styles.label}>{t('settings.office.logo')}</span>
      <div className={styles.row}>
        {url === null ? null : (
          <img
            className={styles.logo}
            src={url}
            alt={t('settings.office.logo')}
            data-testid="office-logo"
          />
        )}
        <FileChoice
          single
          label={t('settings.office.logoInput')}
          testId="logo-input"
          onFiles={([file]) => file !== undefined && void take(file)}
        >
          {(open) => (
            <Button variant="default" size="xs" onClick={open}>
              {t('settings.office.logoChoose')}
            </Button>
          )}
        </FileChoice>
        {logo === '' ? null : (
          <Button variant="subtle" color="gray" size="xs" onClick={() => onChange('')}>
            {t('settings.office.logoRemove')}
          </Button>
        )}
      </div>
      {isUnread ? (
        <small className="z-tone-red" role="alert">
          {t('settings.office.logoUnread')}
        </small>
      ) : null}
    </div>
  );
}
