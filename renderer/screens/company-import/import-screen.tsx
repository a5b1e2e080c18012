import { Button } from '@mantine/core';
import { IconTable } from '@tabler/icons-react';
import { useState } from 'react';
import { CompaniesCrumb } from '../../shared/companies/companies-crumb.tsx';
import { ErrorNotice } from '../../shell/error-notice.tsx';
import { Page } from '../../shell/page.tsx';
import { keptPart, useKept } from '../../shell/screen-state.tsx';
import { SecretInput } from '../../shell/secret-input.tsx';
import { useTexts } from '../../texts.ts';
import { FileChoice } from '../../ui/file-choice.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import styles from './import.module.css';
import { Preview, Writing } from './preview.tsx';
import { type TableChoice, useRunningImport, wantsPassphrase } from './use-import.ts';
import { useTables } from './use-tables.ts';
import { WaitingTables } from './waiting-tables.tsx';

interface KeptChoice {
  readonly file: File;
  readonly choice: TableChoice;
}

/** What is chosen in the open table. */
const keptChoice = keptPart<KeptChoice | null>(null);

function DropZone({ onFiles }: { readonly onFiles: (files: readonly File[]) => void }) {
  const { t } = useTexts();
  return (
    <FileChoice label={t('companyImport.fileInput')} testId="import-input" onFiles={onFiles}>
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
        <Button type="submit" disabled={passphrase === ''} loading={isOpening}>
          {t('companyImport.open')}
        </Button>
      </div>
    </form>
  );
}

/**
 * Import of companies from a table: the file, its columns, the result of each row, and the import.
 * An import whose page was left shows its progress here; the tables come when it has ended.
 */
export function ImportScreen() {
  const { t } = useTexts();
  const running = useRunningImport();
  const [isFromBefore, setFromBefore] = useState(running !== null);
  if (isFromBefore && running === null) setFromBefore(false);
  if (!isFromBefore || running === null) return <Tables />;
  return (
    <Page name="import" title={t('companyImport.title')} crumb={<CompaniesCrumb />} ready>
      <div className="z-panel z-foot">
        <Writing fileId={running} />
      </div>
    </Page>
  );
}

function Tables() {
  const { t } = useTexts();
  const { table, waiting, take, next, leave, done, forget } = useTables();
  const { error, preview } = table;
  const [kept, setKept] = useKept(keptChoice);
  const [sealed, setSealed] = useState<string | null>(null);
  const asksPassphrase = error !== null && wantsPassphrase(error);
  const name = table.file?.name ?? '';
  const choice: TableChoice =
    kept !== null && kept.file === table.file
      ? kept.choice
      : { sheet: preview?.sheetIndex ?? null, mapping: null, hiddenRows: false };
  const chosen = preview?.sheets.find(({ index }) => index === choice.sheet);
  const sheet = preview === undefined ? null : (chosen?.name ?? preview.sheet);
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
      <WaitingTables waiting={waiting} onNext={next} />
      {isSealed ? (
        <Passphrase isOpening={table.isPending} onOpen={table.unseal} />
      ) : table.isPending ? (
        <section className="z-panel z-fill">
          <SkeletonRows rows={8} label={t('companyImport.reading', { name })} />
        </section>
      ) : preview === undefined ? (
        <DropZone onFiles={take} />
      ) : (
        <Preview
          key={preview.fileId}
          opened={preview}
          choice={choice}
          onChoice={(changed) =>
            table.file === null ? undefined : setKept({ file: table.file, choice: changed })
          }
          onAnother={leave}
          onDone={done}
          onImported={forget}
        />
      )}
    </Page>
  );
}
