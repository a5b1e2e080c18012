import { Button, Progress } from '@mantine/core';
import { useState } from 'react';
import type { ImportPreview } from '../../../contract/company-import.ts';
import { useCommand } from '../../api/queries.ts';
import { goTo } from '../../router.ts';
import { ErrorNotice } from '../../shell/error-notice.tsx';
import { useNotify } from '../../shell/notify.tsx';
import { useTexts } from '../../texts.ts';
import { FilterTabs } from '../../ui/tabs.tsx';
import { MappingPanel } from './mapping-panel.tsx';
import { RowsTable } from './rows-table.tsx';
import { useImportProgress, useImportRows } from './use-import.ts';

function Summary({ counts }: { readonly counts: ImportPreview['counts'] }) {
  const { t, formats } = useTexts();
  const parts = (['registered', 'withoutKey', 'drafts', 'faulty'] as const)
    .filter((name) => counts[name] > 0)
    .map((name) => t(`companyImport.counts.${name}`, { formatted: formats.count(counts[name]) }));
  const good = { count: counts.good, formatted: formats.count(counts.good) };
  return (
    <div className="z-foot-words">
      <p>
        <strong>{counts.good === 0 ? t('companyImport.nothingGood') : t('companyImport.good', good)}</strong>
      </p>
      <small data-testid="import-counts">{parts.join(' · ')}</small>
    </div>
  );
}

function Writing() {
  const { t, formats } = useTexts();
  const progress = useImportProgress();
  const done = progress?.done ?? 0;
  const total = progress?.total ?? 0;
  const phase = t(`companyImport.phase.${progress?.phase ?? 'reading'}`);
  const counts = { done: formats.count(done), total: formats.count(total) };
  const words = total === 0 ? phase : t('companyImport.progress', { phase, ...counts });
  return (
    <div className="z-foot-words" data-testid="import-progress">
      <p role="status">
        <strong>{words}</strong>
      </p>
      <Progress value={total === 0 ? 0 : (done / total) * 100} size="sm" aria-label={words} />
    </div>
  );
}

interface PreviewProps {
  readonly opened: ImportPreview;
  readonly onAnother: () => void;
}

/** What an import would do: the columns on one side, the rows on the other, and the button that does it. */
export function Preview({ opened, onAnother }: PreviewProps) {
  const { t, formats } = useTexts();
  const notify = useNotify();
  const [mapping, setMapping] = useState(opened.mapping);
  const [onlyFaulty, setOnlyFaulty] = useState(false);
  const { rows, more, first, error } = useImportRows(opened.fileId, mapping, onlyFaulty);
  const store = useCommand('companies.importFile', ['companies.list', 'submissions.worklist']);
  const { counts } = first ?? opened;
  const good = { count: counts.good, formatted: formats.count(counts.good) };

  function save(): void {
    store.mutate(
      { fileId: opened.fileId, mapping, skipFaulty: true },
      {
        onSuccess: ({ registered, withoutKey, drafts }) => {
          const count = registered + withoutKey + drafts;
          notify({
            tone: 'good',
            lines: [t('companyImport.done', { count, formatted: formats.count(count) })],
          });
          goTo('companies');
        },
      },
    );
  }
  const failure = store.error ?? error;
  return (
    <>
      {failure === null ? null : <ErrorNotice error={failure.error} title={t('companyImport.failed')} />}
      <div className={opened.format === 'sealed' ? 'z-import z-import-sealed' : 'z-import'}>
        {opened.format === 'sealed' ? null : (
          <MappingPanel preview={opened} mapping={mapping} onChange={setMapping} />
        )}
        <section className="z-panel z-fill" aria-label={t('companyImport.rows')}>
          <div className="z-records-tabs">
            <FilterTabs
              label={t('companyImport.rows')}
              value={onlyFaulty ? 'faulty' : 'all'}
              onChange={(value) => setOnlyFaulty(value === 'faulty')}
              items={[
                { value: 'all', label: t('companyImport.tabs.all'), count: formats.count(counts.rows) },
                {
                  value: 'faulty',
                  label: t('companyImport.tabs.faulty'),
                  count: formats.count(counts.faulty),
                },
              ]}
            />
          </div>
          <RowsTable rows={rows} onEnd={more} />
        </section>
      </div>
      <div className="z-panel z-foot">
        {store.isPending ? <Writing /> : <Summary counts={counts} />}
        <div className="z-foot-actions">
          <Button variant="default" onClick={onAnother} disabled={store.isPending}>
            {t('companyImport.another')}
          </Button>
          <Button
            onClick={save}
            disabled={counts.good === 0}
            loading={store.isPending}
            data-testid="import-save"
          >
            {t('companyImport.store', good)}
          </Button>
        </div>
      </div>
    </>
  );
}
