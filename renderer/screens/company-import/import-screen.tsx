import { Button } from '@mantine/core';
import { IconTable } from '@tabler/icons-react';
import { useState } from 'react';
import { CompaniesCrumb } from '../../shared/companies/companies-crumb.tsx';
import { useCarriedFiles } from '../../shell/drop-target.tsx';
import { ErrorNotice } from '../../shell/error-notice.tsx';
import { Page } from '../../shell/page.tsx';
import { SecretInput } from '../../shell/secret-input.tsx';
import { useTexts } from '../../texts.ts';
import { FileChoice } from '../../ui/file-choice.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import styles from './import.module.css';
import { Preview } from './preview.tsx';
import { useOpenTable } from './use-import.ts';

function DropZone({ onFile }: { readonly onFile: (file: File) => void }) {
  const { t } = useTexts();
  return (
    <FileChoice
      folder={false}
      label={t('companyImport.fileInput')}
      testId="import-input"
      onFiles={(files) => files[0] !== undefined && onFile(files[0])}
    >
      {(open) => (
        <div className={styles.drop}>
          <IconTable size={40} stroke={1.4} aria-hidden />
          <h2 className="z-empty-title">{t('companyImport.dropTitle')}</h2>
          <p className="z-second">{t('companyImport.dropText')}</p>
          <Button onClick={open}>{t('companyImport.choose')}</Button>
        </div>
      )}
    </FileChoice>
  );
}

interface PassphraseProps {
  readonly isOpening: boolean;
  readonly onOpen: (passphrase: string) => void;
}

function Passphrase({ isOpening, onOpen }: PassphraseProps) {
  const { t } = useTexts();
  const [passphrase, setPassphrase] = useState('');
  return (
    <form
      className={`z-panel z-section ${styles.narrow}`}
      data-testid="import-passphrase"
      onSubmit={(event) => {
        event.preventDefault();
        onOpen(passphrase);
      }}
    >
      <h2 className="z-panel-title">{t('companyImport.passphraseTitle')}</h2>
      <SecretInput
        label={t('companyImport.passphrase')}
        value={passphrase}
        onChange={(event) => setPassphrase(event.currentTarget.value)}
      />
      <div className="z-form-actions">
        <Button type="submit" disabled={passphrase.length < 8} loading={isOpening}>
          {t('companyImport.open')}
        </Button>
      </div>
    </form>
  );
}

/**
 * Import of companies from a table: the file, its columns, the result of each row, and the import.
 */
export function ImportScreen() {
  const { t } = useTexts();
  const table = useOpenTable();
  const { start, error, preview } = table;
  const [lookedAt, setLookedAt] = useState<string | null>(null);
  useCarriedFiles('import', (files) => {
    setLookedAt(null);
    if (files[0] !== undefined) start(files[0]);
  });
  const [sealed, setSealed] = useState<string | null>(null);
  const code = error?.error.code;
  const asksPassphrase =
    code === 'import_format' && error?.error.details.reason === 'passphrase_wanted';
  const name = table.file?.name ?? '';
  const sheet = preview === undefined ? null : (lookedAt ?? preview.sheet);
  if (asksPassphrase && sealed !== name) setSealed(name);
  const isSealed = sealed !== null && sealed === name && preview === undefined;
  return (
    <Page
      name="import"
      title={t('companyImport.title')}
      subtitle={
        name === ''
          ? undefined
          : sheet === null
            ? name
            : t('companyImport.ofSheet', { name, sheet })
      }
      crumb={<CompaniesCrumb />}
      ready
    >
      {error === null || asksPassphrase ? null : (
        <ErrorNotice error={error.error} title={t('companyImport.failed')} />
      )}
      {isSealed ? (
        <Passphrase isOpening={table.isPending} onOpen={table.unseal} />
      ) : table.isPending ? (
        <section className="z-panel z-fill">
          <SkeletonRows rows={8} label={t('companyImport.reading', { name })} />
        </section>
      ) : preview === undefined ? (
        <DropZone onFile={start} />
      ) : (
        <Preview
          key={preview.fileId}
          opened={preview}
          onAnother={() => {
            setLookedAt(null);
            table.reset();
          }}
          onSheet={setLookedAt}
        />
      )}
    </Page>
  );
}
