import { Button, Select, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTexts } from '../../texts.ts';
import { type QuarterChoice, quarterTabs } from './quarter-filter.ts';
import styles from './quarter-tools.module.css';

interface QuarterToolsProps {
  readonly choice: QuarterChoice;
  /** The number of companies in each tab. */
  readonly counts: Readonly<Record<QuarterChoice['tab'], number>>;
  readonly advisers: readonly string[];
  readonly groups: readonly string[];
  readonly onChange: (choice: QuarterChoice) => void;
  /** At the right. */
  readonly children: ReactNode;
}

/** Filters the matrix. */
export function QuarterTools({
  choice,
  counts,
  advisers,
  groups,
  onChange,
  children,
}: QuarterToolsProps) {
  const { t, formats } = useTexts();
  const set = (change: Partial<QuarterChoice>) => onChange({ ...choice, ...change });
  return (
    <search className={styles.tools} aria-label={t('companies.filter.label')}>
      {quarterTabs
        .filter((tab) => tab !== 'differs' || counts.differs > 0 || choice.tab === tab)
        .map((tab) => (
          <Button
            key={tab}
            variant="default"
            aria-pressed={choice.tab === tab}
            onClick={() => set({ tab })}
            data-testid={`quarter-tab-${tab}`}
          >
            {t(`matrix.tab.${tab}`)} {formats.count(counts[tab])}
          </Button>
        ))}
      {(
        [
          ['adviser', advisers],
          ['group', groups],
        ] as const
      ).map(([name, labels]) =>
        labels.length === 0 ? null : (
          <Select
            key={name}
            className={styles.select}
            rightSectionWidth={26}
            aria-label={t(`companyForm.${name}`)}
            placeholder={t(`companyForm.${name}`)}
            clearable
            data={labels}
            value={choice[name]}
            onChange={(value) => set({ [name]: value })}
            data-testid={`quarter-${name}`}
          />
        ),
      )}
      <TextInput
        className={styles.text}
        leftSection={<IconSearch size={16} aria-hidden />}
        data-search
        aria-label={t('companies.search')}
        placeholder={t('companies.searchHint')}
        value={choice.text}
        onChange={(event) => set({ text: event.currentTarget.value })}
        data-testid="quarter-search"
      />
      <div className={styles.actions}>{children}</div>
    </search>
  );
}
