import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { Company } from '../../../contract/company.ts';
import { type CallFailure, callMethod } from '../../api/bridge.ts';
import { useCommand, useHost } from '../../api/queries.ts';
import { ErrorNotice } from '../../shell/error-notice.tsx';
import { useTexts } from '../../texts.ts';
import { KeyPill } from '../companies/company-pills.tsx';
import { Section } from '../settings/section.tsx';

const shownMs = 20_000;
const clipboardMs = 30_000;

/** The company's key: shown only when asked for, hidden again by itself, never kept in the cache. */
export function CompanyKey({ company }: { readonly company: Company }) {
  const { t } = useTexts();
  const { bridge } = useHost();
  const [key, setKey] = useState<string | null>(null);
  const [copied, setCopied] = useState(false);
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const recover = useCommand('companies.recoverKey', ['companies.get', 'companies.list']);
  useEffect(() => {
    if (key === null) return;
    const timer = setTimeout(() => setKey(null), shownMs);
    return () => clearTimeout(timer);
  }, [key]);

  const reveal = async () => {
    setFailure(null);
    try {
      setKey((await callMethod(bridge, 'companies.revealKey', { id: company.id })).key);
    } catch (error) {
      setFailure(error as CallFailure);
    }
  };
  const copy = async (text: string) => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    setTimeout(() => {
      setCopied(false);
      void navigator.clipboard.writeText('').catch(() => undefined);
    }, clipboardMs);
  };
  const error = failure ?? recover.error;
  return (
    <Section
      title={t('companyPage.key')}
      text={
        company.key.present
          ? t('companyPage.keyPresent', { last4: company.key.last4 ?? '' })
          : t('companyPage.keyMissing')
      }
      mark={<KeyPill company={company} />}
      testId="company-key"
    >
      {key === null ? null : (
        <p>
          <code className="z-code z-company-key" data-testid="revealed-key">
            {key}
          </code>
          <small className="z-second">{copied ? t('companyPage.copied') : t('companyPage.hidesSoon')}</small>
        </p>
      )}
      {error === null ? null : <ErrorNotice error={error.error} />}
      <div className="z-form-actions">
        {company.key.present ? (
          <Button
            variant="default"
            onClick={() => (key === null ? void reveal() : setKey(null))}
            data-testid="reveal-key"
          >
            {t(key === null ? 'companyPage.show' : 'companyPage.hide')}
          </Button>
        ) : (
          <Button
            variant="default"
            loading={recover.isPending}
            onClick={() => recover.mutate({ id: company.id })}
          >
            {t('companyPage.recover')}
          </Button>
        )}
        {key === null ? null : (
          <Button variant="default" onClick={() => void copy(key)}>
            {t('companyPage.copy')}
          </Button>
        )}
      </div>
    </Section>
  );
}
