import { Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import type { QuarterCompany } from '../../../contract/quarter.ts';
import { goTo } from '../../router.ts';
import { useTexts } from '../../texts.ts';
import { canHaveNothing, isMarkedNothing } from './quarter-filter.ts';
import styles from './quarter-grid.module.css';
import { useSetNothing } from './use-set-nothing.ts';

interface RowMenuProps {
  readonly company: QuarterCompany;
  readonly period: string;
  readonly isOpen: boolean;
  readonly onToggle: (isOpen: boolean) => void;
}

/** Actions on a company in its quarter; the menu exists only while open. */
export function RowMenu({ company, period, isOpen, onToggle }: RowMenuProps) {
  const { t } = useTexts();
  const button = (
    // One for each visible row: the library's menu takes longer to draw than the rest of the row.
    <button
      type="button"
      className={styles.more}
      tabIndex={-1}
      aria-label={t('matrix.actionsOf', { name: company.fullName })}
      onClick={() => onToggle(!isOpen)}
      data-testid="quarter-actions"
    >
      <IconDots size={16} aria-hidden />
    </button>
  );
  if (!isOpen) return button;
  return (
    <Menu
      opened
      onChange={onToggle}
      position="bottom-end"
      returnFocus={false}
      // Otherwise the key that opens it closes it at once, because the library takes it for a key
      // pressed outside.
      clickOutsideEvents={['mousedown', 'touchstart']}
    >
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>
        <NothingItem company={company} period={period} />
        <Menu.Item onClick={() => goTo('companies', company.id)}>{t('company.open')}</Menu.Item>
        <Menu.Item
          onClick={() => goTo('history', null, `company=${encodeURIComponent(company.id)}`)}
        >
          {t('matrix.openHistory')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** Records that the company has nothing to file in the quarter, or that it has after all. */
function NothingItem({ company, period }: Pick<RowMenuProps, 'company' | 'period'>) {
  const { t } = useTexts();
  const { set } = useSetNothing();
  const isMarked = isMarkedNothing(company);
  if (!isMarked && !canHaveNothing(company)) return null;
  const words = isMarked ? 'matrix.unmarked' : 'matrix.markedNothing';
  const done = t(words, { name: company.fullName });
  return (
    <Menu.Item
      onClick={() => set({ companies: [company], period, nothing: !isMarked, done })}
      data-testid="mark-nothing"
    >
      {t(isMarked ? 'matrix.unmark' : 'matrix.markNothing')}
    </Menu.Item>
  );
}
