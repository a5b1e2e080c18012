import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { Output } from '../../../contract/methods.ts';
import type { QuarterMatrix } from '../../../contract/quarter.ts';
import { callMethod, takeFile } from '../../api/bridge.ts';
import { useHost, useMethod } from '../../api/queries.ts';
import { Dialog } from '../../shell/dialog.tsx';
import { ErrorNotice } from '../../shell/error-notice.tsx';
import { useCommand, useTask } from '../../shell/use-command.ts';
import { useTexts } from '../../texts.ts';
import { FileChoice } from '../../ui/file-choice.tsx';
import { RemoveButton } from '../../ui/remove-button.tsx';
import { differsFromAccounting } from './quarter-filter.ts';

/** The number of named rows that were skipped; the others are counted. */
const named = 8;

interface TotalsDialogProps {
  readonly quarter: QuarterMatrix['quarter'];
  /** Shows the companies that differ. */
  readonly onSee: () => void;
  readonly onClose: () => void;
}

/** Reads the accounting program's totals of the quarter for comparison. */
export function TotalsDialog({ quarter, onSee, onClose }: TotalsDialogProps) {
  const { t } = useTexts();
  const { bridge } = useHost();
  const close = useRef<HTMLButtonElement>(null);
  const take = useTask<Output<'quarter.importTotals'>, File>(
    async (file) => {
      const { fileId } = await takeFile(bridge, file);
      return callMethod(bridge, 'quarter.importTotals', { fileId, period: quarter.id });
    },
    { stale: ['quarter.get'], about: () => t('matrix.totals.failed') },
  );
  const { companies } = useMethod('quarter.get', { period: quarter.id }).data ?? {};
  const hasTotals = companies?.some(({ accounting }) => accounting !== null) ?? false;
  const remove = useCommand('quarter.removeTotals');
  const isRemoved = take.data === undefined && remove.isSuccess && !hasTotals;
  const isDone = take.data !== undefined || isRemoved;
  // The button that was pressed is disabled or gone, and lost the focus.
  useEffect(() => {
    if (isDone) close.current?.focus();
  }, [isDone]);
  const name = t('quarter.name', { quarter: quarter.quarter, year: quarter.year });
  return (
    <Dialog onClose={onClose} title={t('matrix.totals.title')} size="md">
      <div className="z-form" data-testid="totals-dialog">
        <p className="z-second">{t('matrix.totals.text', { quarter: name })}</p>
        {take.error === null ? null : (
          <ErrorNotice error={take.error.error} title={t('matrix.totals.failed')} />
        )}
        {take.data === undefined ? null : (
          <TotalsReport report={take.data} period={quarter.id} onSee={onSee} />
        )}
        {remove.error === null ? null : (
          <ErrorNotice error={remove.error.error} title={t('matrix.totals.notRemoved')} />
        )}
        {isRemoved ? <p role="status">{t('matrix.totals.removed')}</p> : null}
        {hasTotals ? (
          <div>
            <RemoveButton
              size="xs"
              text={t('matrix.totals.remove')}
              confirm={t('matrix.totals.removeConfirm')}
              onRemove={() => {
                take.reset();
                remove.mutate({ period: quarter.id });
              }}
              loading={remove.isPending}
              testId="totals-remove"
            />
          </div>
        ) : null}
        <div className="z-form-actions z-form-actions-end">
          <Button ref={close} variant="default" onClick={onClose}>
            {t('app.close')}
          </Button>
          <FileChoice
            single
            label={t('matrix.totals.choose')}
            testId="totals-file"
            onFiles={([file]) => file !== undefined && take.mutate(file)}
          >
            {(open) => (
              <Button
                variant={take.data === undefined ? 'filled' : 'default'}
                loading={take.isPending}
                onClick={open}
                data-autofocus
                data-testid="totals-choose"
              >
                {t('matrix.totals.choose')}
              </Button>
            )}
          </FileChoice>
        </div>
      </div>
    </Dialog>
  );
}

interface TotalsReportProps {
  readonly report: Output<'quarter.importTotals'>;
  readonly period: string;
  readonly onSee: () => void;
}

function TotalsReport({ report, period, onSee }: TotalsReportProps) {
  const { t } = useTexts();
  const { companies, left } = report;
  return (
    <div role="status" data-testid="totals-report">
      <p>{t('matrix.totals.done', { count: companies })}</p>
      {companies === 0 ? null : <Compared period={period} onSee={onSee} />}
      {left.length === 0 ? null : (
        <>
          <p>{t('matrix.totals.left', { count: left.length })}</p>
          <ul>
            {left.slice(0, named).map(({ row, name, reason }) => (
              <li key={row}>{t(`matrix.totals.${reason}`, { row, name })}</li>
            ))}
          </ul>
          {left.length > named ? (
            <p>{t('matrix.totals.moreRows', { count: left.length - named })}</p>
          ) : null}
        </>
      )}
    </div>
  );
}

/** How many companies differ, and the way to see them. */
function Compared({ period, onSee }: Pick<TotalsReportProps, 'period' | 'onSee'>) {
  const { t } = useTexts();
  const compared = useMethod('quarter.get', { period }).data?.companies;
  if (compared === undefined) return null;
  const differing = compared.filter(differsFromAccounting).length;
  const unknown = compared.filter(({ accounting }) => accounting?.difference === null).length;
  return (
    <>
      {differing === 0 ? (
        unknown === 0 && <p>{t('matrix.totals.noneDiffer')}</p>
      ) : (
        <>
          <p>{t('matrix.totals.someDiffer', { count: differing })}</p>
          <Button size="xs" mt={6} mb={10} onClick={onSee} data-testid="totals-see">
            {t('matrix.totals.see')}
          </Button>
        </>
      )}
      {unknown === 0 ? null : <p>{t('matrix.totals.someUnknown', { count: unknown })}</p>}
    </>
  );
}
