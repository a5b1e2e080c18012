import { ActionIcon, Button, Popover, Select, TextInput } from '@mantine/core';
import { IconFilter, IconFilterOff, IconSearch } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { maxSearchText } from '../../../contract/fold-text.ts';
import { useMethod } from '../../api/queries.ts';
import { useTexts } from '../../texts.ts';
import {
  activities,
  authorizationStates,
  type CompanyChoice,
  isChosen,
  noChoice,
  situations,
} from './company-filter.ts';
import styles from './company-filters.module.css';

interface CompanyFiltersProps {
  readonly choice: CompanyChoice;
  readonly onChange: (choice: CompanyChoice) => void;
  /** At the right: actions on the list. */
  readonly children: ReactNode;
}

type Named = Exclude<keyof CompanyChoice, 'text'>;

/** A filter with its values; none where the office has none. */
function Filter({
  name,
  data,
  choice,
  onChange,
  isInMenu = false,
}: Omit<CompanyFiltersProps, 'children'> & {
  readonly name: Named;
  readonly data: readonly { readonly value: string; readonly label: string }[];
  readonly isInMenu?: boolean;
}) {
  const { t } = useTexts();
  if (data.length === 0) return null;
  const words = t(`companies.filter.${name}`);
  return (
    <Select
      {...(isInMenu
        ? { label: words, size: 'xs', comboboxProps: { withinPortal: false } }
        : { 'aria-label': words, placeholder: words })}
      data-testid={`companies-filter-${name}`}
      clearable
      openOnFocus={!isInMenu}
      data={data}
      value={choice[name]}
      onChange={(value) => onChange({ ...choice, [name]: value })}
    />
  );
}

const inMenu = ['territoryId', 'activity', 'adviser', 'group'] as const;

/** The filters of rarer use. */
function MoreFilters({ choice, onChange }: Omit<CompanyFiltersProps, 'children'>) {
  const { t, formats } = useTexts();
  const territories = useMethod('territories.list', {}).data ?? [];
  const labels = useMethod('companies.labels', {}).data;
  const count = inMenu.filter((name) => choice[name] !== null).length;
  const named = (words: readonly string[] = []) => words.map((value) => ({ value, label: value }));
  const data = {
    territoryId: territories.map(({ id, name }) => ({ value: id, label: name })),
    activity: activities.map((value) => ({
      value,
      label: t(`companies.filter.activities.${value}`),
    })),
    adviser: named(labels?.advisers),
    group: named(labels?.groups),
  };
  return (
    <Popover position="bottom-end" shadow="md" trapFocus>
      <Popover.Target>
        <Button
          variant="default"
          leftSection={<IconFilter size={16} aria-hidden />}
          data-testid="companies-filters"
        >
          {t('companies.filter.label')}
          {count === 0 ? null : ` · ${formats.count(count)}`}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <div className={styles.menu}>
          {inMenu.map((name) => (
            <Filter
              key={name}
              name={name}
              data={data[name]}
              choice={choice}
              onChange={onChange}
              isInMenu
            />
          ))}
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}

/** The bar over the list of companies: search, filters and actions. */
export function CompanyFilters({ choice, onChange, children }: CompanyFiltersProps) {
  const { t } = useTexts();
  return (
    <search className={`z-filters ${styles.filters}`} aria-label={t('companies.filter.label')}>
      <TextInput
        className="z-filter-text"
        leftSection={<IconSearch size={16} aria-hidden />}
        data-search
        aria-label={t('companies.search')}
        data-testid="companies-search"
        placeholder={t('companies.searchHint')}
        maxLength={maxSearchText}
        value={choice.text}
        onChange={(event) => onChange({ ...choice, text: event.currentTarget.value })}
      />
      <Filter
        name="situation"
        data={situations.map((value) => ({
          value,
          label: t(`companies.filter.situations.${value}`),
        }))}
        choice={choice}
        onChange={onChange}
      />
      <Filter
        name="authorization"
        data={authorizationStates.map((value) => ({
          value,
          label: t(`authorization.state.${value}`),
        }))}
        choice={choice}
        onChange={onChange}
      />
      <MoreFilters choice={choice} onChange={onChange} />
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
