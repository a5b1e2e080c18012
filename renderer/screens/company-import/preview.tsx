import { Button, Progress } from '@mantine/core';
import { useState } from 'react';
import type { ImportMapping, ImportPreview } from '../../../contract/company-import.ts';
import { ErrorNotice } from '../../shell/error-notice.tsx';
import { useNotify } from '../../shell/notify.tsx';
import { useCommand } from '../../shell/use-command.ts';
import { useTexts } from '../../texts.ts';
import { Spoken } from '../../ui/spoken.tsx';
import { FilterTabs } from '../../ui/tabs.tsx';
import { HiddenParts } from './hidden-parts.tsx';
import styles from './import.module.css';
import { MappingPanel, neededFields } from './mapping-panel.tsx';
import { RowsTable } from './rows-table.tsx';
import { SheetChoice } from './sheet-choice.tsx';
import {
  type TableChoice,
  toInput,
  useImportProgress,
  useImportRows,
  useRunningImport,
} from './use-import.ts';

interface SummaryProps {
  readonly counts: ImportPreview['counts'];
  readonly mapping: ImportMapping;
}

/** The result of the import; if a column is missing, which one. */
function Summary({ counts, mapping }: SummaryProps) {
  const { t } = useTexts();
  const unmapped = neededFields
    .filter((field) => mapping.columns[field] === undefined)
    .map((field) => t(`companyImport.field.${field}`));
  const fields = unmapped.join(', ');
  const hasTerritory = (mapping.columns.territory ?? mapping.defaultTerritoryId ?? null) !== null;
  const shown = { ...counts, faulty: counts.faulty - counts.existing };
  const parts = (['registered', 'withoutKey', 'drafts', 'updated', 'existing', 'faulty'] as const)
    .filter((name) => shown[name] > 0)
    .map((name) => t(`companyImport.counts.${name}`, { count: shown[name] }));
  const isAllHere = counts.rows > 0 && counts.existing === counts.rows;
  const good = { count: counts.good };
  return (
    <div className="z-foot-words">
      <p>
        <strong>
          {isAllHere
            ? t('companyImport.allHere')
            : counts.good === 0
              ? t('companyImport.nothingGood')
              : t('companyImport.good', good)}
        </strong>
      </p>
      {counts.good > 0 || isAllHere || fields === '' ? null : (
        <small>{t('companyImport.nothingGoodHint', { fields })}</small>
      )}
      {counts.good > 0 || isAllHere || fields !== '' || hasTerritory ? null : (
        <small>{t('companyImport.noTerritoryHint')}</small>
      )}
      <small data-testid="import-counts">{parts.join(' · ')}</small>
    </div>
  );
}

/** How far an import is. */
export function Writing({ fileId }: { readonly fileId: string }) {
  const { t, formats } = useTexts();
  const progress = useImportProgress(fileId);
  const done = progress?.done ?? 0;
  const total = progress?.total ?? 0;
  const phase = t(`companyImport.phase.${progress?.phase ?? 'reading'}`);
  const counts = { done: formats.count(done), total: formats.count(total) };
  const words = total === 0 ? phase : t('companyImport.progress', { phase, ...counts });
  return (
    <div className="z-foot-words" data-testid="import-progress">
      <p>
        <strong>{words}</strong>
      </p>
      <Spoken text={words} />
      <Progress value={total === 0 ? 0 : (done / total) * 100} size="sm" aria-label={words} />
    </div>
  );
}

interface PreviewProps {
  readonly opened: ImportPreview;
  readonly choice: TableChoice;
  readonly onChoice: (choice: TableChoice) => void;
  readonly onAnother: () => void;
  /** The table is imported, and still shown. */
  readonly onDone: () => void;
  /** It is imported after its page was left. */
  readonly onImported: () => void;
}

/**
 * The imported part of the table, and its rows. Another sheet has other columns, so choosing one
 * proposes a new mapping. While they load, the former columns are shown without a verdict.
 */
function useTableChoice({ opened, choice, onChoice: setChoice }: PreviewProps) {
  const [onlyFaulty, setOnlyFaulty] = useState(false);
  const { first, ...read } = useImportRows(opened.fileId, choice, onlyFaulty);
  const preview = first ?? opened;
  const isOfSheet = preview.sheetIndex === choice.sheet;
  const change = (change: Partial<TableChoice>) => {
    if (isOfSheet) setChoice({ ...choice, ...change });
  };
  return {
    ...read,
    onlyFaulty,
    setOnlyFaulty,
    preview,
    isOfSheet,
    setMapping: (mapping: ImportMapping) => change({ mapping }),
    setHiddenRows: (hiddenRows: boolean) => change({ hiddenRows }),
    chooseSheet: (sheet: number) => {
      setChoice({ sheet, mapping: null, hiddenRows: false });
      setOnlyFaulty(false);
    },
  };
}

/** The preview of an import: columns on one side, rows on the other, and its button. */
export function Preview(props: PreviewProps) {
  const { opened, choice, onAnother, onDone, onImported } = props;
  const { t, formats } = useTexts();
  const notify = useNotify();
  const table = useTableChoice(props);
  const { preview, onlyFaulty } = table;
  const store = useCommand('companies.importFile', ['companies.list', 'submissions.worklist'], {
    about: () => t('companyImport.failed'),
    onDone: onImported,
  });
  const written = useRunningImport();
  const isWriting = written !== null;
  const { counts } = preview;
  const good = { count: counts.good };
  const faulty = counts.faulty - counts.existing;

  /** The preview has told of them already: the note does not lie over the day's work. */
  function tellLeftOut(count: number): void {
    if (count === 0) return;
    const title = t('companyImport.leftOut', { count });
    notify({ tone: 'plain', title, lines: [t('companyImport.leftOutText')] });
  }
  function save(): void {
    const input = { fileId: opened.fileId, ...toInput(choice), skipFaulty: true };
    // The rows left out at the press: another choice may be shown before the answer.
    store.mutateAsync(input, { onSuccess: onDone }).then(
      ({ registered, withoutKey, drafts, updated }) => {
        tellLeftOut(faulty);
        const count = registered + withoutKey + drafts + updated;
        notify({ tone: 'good', lines: [t('companyImport.done', { count })] });
      },
      () => undefined,
    );
  }
  const failure = store.error ?? table.error;
  return (
    <>
      {failure === null ? null : (
        <ErrorNotice error={failure.error} title={t('companyImport.failed')} />
      )}
      <HiddenParts
        preview={preview}
        takesRows={choice.hiddenRows}
        onTakeRows={table.setHiddenRows}
      />
      <div
        className={opened.format === 'sealed' ? `${styles.screen} ${styles.sealed}` : styles.screen}
      >
        {opened.format === 'sealed' ? null : (
          <MappingPanel
            preview={preview}
            mapping={choice.mapping ?? preview.mapping}
            isReadOnly={!table.isOfSheet}
            onChange={table.setMapping}
          >
            <SheetChoice
              sheets={opened.sheets}
              chosen={choice.sheet}
              onChoose={table.chooseSheet}
            />
          </MappingPanel>
        )}
        <section className="z-panel z-fill" aria-label={t('companyImport.rows')}>
          <div className="z-list-head">
            <FilterTabs
              label={t('companyImport.rows')}
              value={onlyFaulty ? 'faulty' : 'all'}
              onChange={(value) => table.setOnlyFaulty(value === 'faulty')}
              items={[
                {
                  value: 'all',
                  label: t('companyImport.tabs.all'),
                  count: formats.count(counts.rows),
                },
                {
                  value: 'faulty',
                  label: t('companyImport.tabs.faulty'),
                  count: formats.count(faulty),
                },
              ]}
            />
          </div>
          <RowsTable rows={table.rows} onEnd={table.more} />
        </section>
      </div>
      <div className="z-panel z-foot">
        {isWriting ? (
          <Writing fileId={written} />
        ) : (
          <Summary counts={counts} mapping={choice.mapping ?? preview.mapping} />
        )}
        <div className="z-foot-actions">
          <Button variant="default" onClick={onAnother} disabled={isWriting}>
            {t('companyImport.another')}
          </Button>
          <Button
            onClick={save}
            disabled={counts.good === 0 || !table.isCurrent}
            loading={isWriting}
            data-testid="import-save"
          >
            {t('companyImport.store', good)}
          </Button>
        </div>
      </div>
    </>
  );
}
