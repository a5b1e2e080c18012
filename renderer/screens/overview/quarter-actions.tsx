import { Button, Menu } from '@mantine/core';
import { IconCalendar, IconChartBar, IconChevronDown, IconScale } from '@tabler/icons-react';
import { useState } from 'react';
import type { QuarterCompany, QuarterMatrix } from '../../../contract/quarter.ts';
import { goTo } from '../../router.ts';
import { useSaveDocument } from '../../shared/documents/use-save-document.ts';
import { useNotify } from '../../shell/notify.tsx';
import { useTexts } from '../../texts.ts';
import { laterDialog } from '../../ui/later-component.tsx';

const CalendarDialog = laterDialog(
  async () => (await import('./calendar-dialog.tsx')).CalendarDialog,
);
const TotalsDialog = laterDialog(async () => (await import('./totals-dialog.tsx')).TotalsDialog);

interface QuarterActionsProps {
  readonly quarter: QuarterMatrix['quarter'];
  /** The companies to save: those shown, in their order, or all when none is left to do. */
  readonly companies: readonly QuarterCompany[];
  /** Shows the companies that differ from the accounting program. */
  readonly onSeeDiffering: () => void;
}

/** Actions on the whole quarter. */
export function QuarterActions({ quarter, companies, onSeeDiffering }: QuarterActionsProps) {
  const { t } = useTexts();
  const [opened, setOpened] = useState<'calendar' | 'totals' | null>(null);
  const close = () => setOpened(null);
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button
            variant="default"
            rightSection={<IconChevronDown size={14} aria-hidden />}
            data-testid="quarter-more"
          >
            {t('matrix.more')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconChartBar size={16} aria-hidden />}
            onClick={() => goTo('overview', 'activity')}
            data-testid="open-activity"
          >
            {t('matrix.activity')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconCalendar size={16} aria-hidden />}
            onClick={() => setOpened('calendar')}
            data-testid="open-calendar"
          >
            {t('matrix.calendar.title')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconScale size={16} aria-hidden />}
            onClick={() => setOpened('totals')}
            data-testid="open-totals"
          >
            {t('matrix.totals.action')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ExportButton period={quarter.id} companies={companies} />
      {opened === 'calendar' ? <CalendarDialog onClose={close} /> : null}
      {opened === 'totals' ? (
        <TotalsDialog
          quarter={quarter}
          onSee={() => {
            close();
            onSeeDiffering();
          }}
          onClose={close}
        />
      ) : null}
    </>
  );
}

/** Saves the companies as a workbook. */
function ExportButton({
  period,
  companies,
}: Pick<QuarterActionsProps, 'companies'> & { readonly period: string }) {
  const { t, formats } = useTexts();
  const notify = useNotify();
  const save = useSaveDocument('quarter.exportFile', {
    tells: 'all',
    onDone: ({ saved, companies: count }) => {
      if (saved) notify({ tone: 'good', lines: [t('matrix.exported', { count })] });
    },
  });
  const companyIds = companies.map(({ id }) => id);
  return (
    <Button
      variant="default"
      disabled={companies.length === 0}
      loading={save.isPending}
      onClick={() => save.mutate({ period, companyIds, language: formats.language })}
      data-testid="quarter-export"
    >
      {t('matrix.export')}
    </Button>
  );
}
