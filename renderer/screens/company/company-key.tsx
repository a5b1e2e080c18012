import { Button } from '@mantine/core';
import type { Company } from '../../../contract/company.ts';
import { ErrorNotice } from '../../shell/error-notice.tsx';
import { useNotify } from '../../shell/notify.tsx';
import { useCommand } from '../../shell/use-command.ts';
import { useTexts } from '../../texts.ts';
import styles from './company-key.module.css';
import { useRevealedKey } from './use-revealed-key.ts';

function StoredKey({ company }: { readonly company: Company }) {
  const { t } = useTexts();
  const revealed = useRevealedKey(company.id);
  const { last4 } = company.key;
  const hint =
    revealed.key !== null
      ? t('company.shownFor')
      : revealed.copied === null
        ? null
        : t(revealed.copied ? 'company.copied' : 'company.copyFailed');
  return (
    <>
      <div className={styles.key}>
        {revealed.key === null ? (
          <span data-testid="key-hidden">
            {last4 === null ? t('company.keyHidden') : t('company.keyStored', { last4 })}
          </span>
        ) : (
          <code className={styles.text} data-testid="revealed-key">
            {revealed.key}
          </code>
        )}
        <span className="z-form-actions">
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => (revealed.key === null ? void revealed.show() : revealed.hide())}
            data-testid="reveal-key"
          >
            {t(revealed.key === null ? 'company.show' : 'company.hide')}
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => void revealed.copy()}
            data-testid="key-copy"
          >
            {t('company.copy')}
          </Button>
        </span>
      </div>
      <small className="z-second" role="status">
        {hint}
      </small>
      {revealed.error === null ? null : <ErrorNotice error={revealed.error} />}
    </>
  );
}

/** Asks the service for the key: it is missing, or the service does not know the stored one. */
function Recovery({ company }: { readonly company: Company }) {
  const { t } = useTexts();
  const notify = useNotify();
  const recover = useCommand('companies.recoverKey', ['companies.get', 'companies.list'], {
    about: () => company.fullName,
    onDone: () => notify({ tone: 'good', lines: [t('company.recovered')] }),
  });
  return (
    <>
      <div className={styles.key}>
        <small className="z-second">{t('company.recoverHint')}</small>
        <Button
          size="compact-sm"
          variant="default"
          loading={recover.isPending}
          onClick={() => recover.mutate({ id: company.id })}
          data-testid="key-recover"
        >
          {t('company.recover')}
        </Button>
      </div>
      {recover.error === null ? null : <ErrorNotice error={recover.error.error} />}
    </>
  );
}

/** The company's key: that it exists, and on request its text. */
export function CompanyKey({ company }: { readonly company: Company }) {
  const { t } = useTexts();
  return (
    <div className={styles.block} data-testid="company-key">
      <span className={styles.label}>{t('company.key')}</span>
      {company.key.present ? (
        <StoredKey company={company} />
      ) : (
        <span className="z-tone-red">{t('company.keyMissing')}</span>
      )}
      {company.state === 'registered' ? <Recovery company={company} /> : null}
    </div>
  );
}
