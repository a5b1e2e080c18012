import { Checkbox } from '@mantine/core';
import { useTexts } from '../../texts.ts';
import { Notice } from '../../ui/notice.tsx';

interface OverwriteWarningProps {
  /** The company that the identifier should belong to. */
  readonly name: string;
  readonly checked: boolean;
  readonly error?: string | undefined;
  readonly onChange: (checked: boolean) => void;
}

/**
 * Requesting a key is an update: with a wrong identifier it would overwrite another company in the
 * service, which cannot be asked whose it is.
 */
export function OverwriteWarning({ name, checked, error, onChange }: OverwriteWarningProps) {
  const { t } = useTexts();
  return (
    <Notice
      tone="amber"
      testId="overwrite-warning"
      title={t('companyForm.overwriteTitle')}
      text={
        <div className="z-form-tight">
          <p>{t('companyForm.overwriteText')}</p>
          <Checkbox
            label={
              name.trim() === ''
                ? t('companyForm.overwriteCheckThis')
                : t('companyForm.overwriteCheck', { name: name.trim() })
            }
            checked={checked}
            error={error}
            aria-invalid={error === undefined ? undefined : true}
            data-testid="overwrite-checked"
            onChange={(event) => onChange(event.currentTarget.checked)}
          />
        </div>
      }
    />
  );
}
