import { ActionIcon, Select, TextInput } from '@mantine/core';
import { IconFilterOff, IconSearch } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { AuthorizationState } from '../../../contract/company.ts';
import { useMethod } from '../../api/queries.ts';
import { useTexts } from '../../texts.ts';
import {
  type Activity,
  activities,
  authorizationStates,
  type CompanyChoice,
  isChosen,
  noChoice,
  type Situation,
  situations,
} from './company-filter.ts';
import styles from './company-filters.module.css';

interface CompanyFiltersProps {
  readonly choice: CompanyChoice;
  readonly onChange: (choice: CompanyChoice) => void;
  /** At the right: actions on the list. */
  readonly children: ReactNode;
}

/** The bar over the list of companies: search, filters and actions. */
export function CompanyFilters({ choice, onChange, children }: CompanyFiltersProps) {
  const { t } = useTexts();
  const territories = useMethod('territories.list', {});
  const set = (change: Partial<CompanyChoice>) => onChange({ ...choice, ...change });
  const named = (name: 'territory' | 'situation' | 'authorization' | 'activity') => ({
    'aria-label': t(`companies.filter.${name}`),
    'data-testid': `companies-filter-${name}`,
    placeholder: t(`companies.filter.${name}`),
    clearable: true,
  });
  return (
    <search className={`z-filters ${styles.filters}`} aria-label={t('companies.filter.label')}>
      <TextInput
        className="z-filter-text"
        leftSection={<IconSearch size={16} aria-hidden />}
        data-search
        aria-label={t('companies.search')}
        data-testid="companies-search"
        placeholder={t('companies.searchHint')}
        value={choice.text}
        onChange={(event) => set({ text: event.currentTarget.value })}
      />
      <Select
        {...named('situation')}
        value={choice.situation}
        data={situations.map((value) => ({
          value,
          label: t(`companies.filter.situations.${value}`),
        }))}
        onChange={(situation) => set({ situation: situation as Situation | null })}
      />
      <Select
        {...named('authorization')}
        value={choice.authorization}
        data={authorizationStates.map((value) => ({
          value,
          label: t(`authorization.state.${value}`),
        }))}
        onChange={(authorization) =>
          set({ authorization: authorization as AuthorizationState | null })
        }
      />
      <Select
        {...named('territory')}
        value={choice.territoryId}
        data={(territories.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(territoryId) => set({ territoryId })}
      />
      <Select
        {...named('activity')}
        value={choice.activity}
        data={activities.map((value) => ({
          value,
          label: t(`companies.filter.activities.${value}`),
        }))}
        onChange={(activity) => set({ activity: activity as Activity | null })}
      />
      {isChosen(choice) ? (
        <ActionIcon
          variant="subtle"
          size={36}
          aria-label={t('companies.clear')}
          title={t('companies.clear')}
          onClick={() => onChange(noChoice)}
          data-testid="companies-clear"
        >
          <IconFilterOff size={17} aria-hidden />
        </ActionIcon>
      ) : null}
      <div className={styles.actions}>{children}</div>
    </search>
  );
}
