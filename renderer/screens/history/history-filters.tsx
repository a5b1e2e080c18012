import { ActionIcon, Button, Select, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconFilterOff, IconSearch, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { maxSearchText } from '../../../contract/fold-text.ts';
import { useMethod } from '../../api/queries.ts';
import { reasonTitle } from '../../sentences.ts';
import {
  type CausedState,
  type FilterChoice,
  hasCause,
  isFiltered,
  noFilter,
} from '../../shared/history/history-filter.ts';
import { bookText, listedBooks, useTexts } from '../../texts.ts';
import { DayField } from '../../ui/day-field.tsx';
import { stateNames } from '../../ui/state-tones.ts';
import styles from './history-filters.module.css';

interface HistoryFiltersProps {
  readonly choice: FilterChoice;
  readonly onChange: (choice: FilterChoice) => void;
}

/** Lists wider than their fields, because company names are longer. */
const wideList = { width: 240, position: 'bottom-start' } as const;

/** The history's filter bar. */
export function HistoryFilters({ choice, onChange }: HistoryFiltersProps) {
  const { t } = useTexts();
  const clears = useClears(choice);
  const set = (change: Partial<FilterChoice>) => onChange({ ...choice, ...change });
  const day = (name: 'from' | 'to', label: string) => ({
    className: styles.day ?? '',
    'aria-label': label,
    testId: `filter-${name}`,
    leftSection: <span className="z-small">{label}</span>,
    leftSectionWidth: 74,
    value: choice[name] ?? '',
    onChange: (written: string) => set({ [name]: written || null }),
  });
  return (
    <search className="z-filters">
      <TextInput
        className="z-filter-text"
        leftSection={<IconSearch size={16} aria-hidden />}
        data-search
        aria-label={t('history.search')}
        placeholder={t('history.search')}
        title={t('history.searchHint')}
        maxLength={maxSearchText}
        value={choice.text}
        onChange={(event) => set({ text: event.currentTarget.value })}
      />
      <Select
        className={styles.state ?? ''}
        comboboxProps={wideList}
        aria-label={t('history.filterState')}
        data-testid="filter-state"
        placeholder={t('history.filterState')}
        clearable
        clearSectionMode="clear"
        value={choice.state}
        data={[
          { value: 'attention', label: t('history.attentionState') },
          ...stateNames.map((state) => ({
            value: state,
            label: t(state === 'partially_accepted' ? 'history.partlyState' : `state.${state}`),
          })),
          { value: 'dismissed', label: t('history.dismissedState') },
        ]}
        onChange={(state) => set({ state: state as FilterChoice['state'], cause: null })}
      />
      {hasCause(choice.state) ? (
        <CauseFilter choice={choice} state={choice.state} onChange={(cause) => set({ cause })} />
      ) : null}
      <Select
        aria-label={t('history.filterBook')}
        data-testid="filter-book"
        placeholder={t('history.filterBook')}
        clearable
        value={choice.book}
        data={listedBooks.map((book) => ({ value: book.name, label: bookText(t, book) }))}
        onChange={(book) => set({ book: book as FilterChoice['book'] })}
      />
      <CompanyFilter companyId={choice.companyId} onChange={(companyId) => set({ companyId })} />
      <ConnectionFilter choice={choice} onChange={(connection) => set({ connection })} />
      <div key={clears} className={styles.days}>
        <DayField {...day('from', t('history.filterFrom'))} />
        <DayField {...day('to', t('history.filterTo'))} />
      </div>
      {choice.waiting ? (
        <FilterChip label={t('history.onlyWaiting')} onRemove={() => set({ waiting: false })} />
      ) : null}
      {choice.batchId === null ? null : (
        <FilterChip label={t('history.onlyBatch')} onRemove={() => set({ batchId: null })} />
      )}
      {isFiltered(choice) ? (
        <ActionIcon
          variant="subtle"
          size={36}
          aria-label={t('history.clear')}
          title={t('history.clear')}
          onClick={() => onChange(noFilter)}
          data-testid="history-clear"
        >
          <IconFilterOff size={17} aria-hidden />
        </ActionIcon>
      ) : null}
    </search>
  );
}

/** How often the filters were cleared: a field with a day that does not exist begins anew. */
function useClears(choice: FilterChoice): number {
  const [known, setKnown] = useState({ choice, clears: 0 });
  if (choice === known.choice) return known.clears;
  const clears = known.clears + (choice === noFilter ? 1 : 0);
  setKnown({ choice, clears });
  return clears;
}

interface CompanyFilterProps {
  readonly companyId: string | null;
  readonly onChange: (companyId: string | null) => void;
}

/** The companies that match what is typed, archived ones too, and always the chosen one. */
function CompanyFilter({ companyId, onChange }: CompanyFilterProps) {
  const { t } = useTexts();
  const [typed, setTyped] = useState('');
  const options = { enabled: companyId !== null };
  const chosen = useMethod('companies.get', { id: companyId ?? '' }, options).data;
  const [text] = useDebouncedValue(typed === chosen?.fullName ? '' : typed.trim(), 120);
  const asked = { text, limit: 100, filter: { archived: 'include' } } as const;
  const found = useMethod('companies.list', asked, { keepPrevious: true }).data?.companies ?? [];
  const isMissing = chosen !== undefined && found.every(({ id }) => id !== chosen.id);
  return (
    <Select
      comboboxProps={wideList}
      aria-label={t('history.filterCompany')}
      data-testid="filter-company"
      placeholder={t('history.filterCompany')}
      clearable
      searchable
      // The core has searched.
      filter={(input) => input.options}
      maxLength={maxSearchText}
      searchValue={typed}
      onSearchChange={setTyped}
      value={companyId}
      data={[...(isMissing ? [chosen] : []), ...found].map(({ id, fullName }) => ({
        value: id,
        label: fullName,
      }))}
      onChange={onChange}
    />
  );
}

interface ConnectionFilterProps {
  readonly choice: FilterChoice;
  readonly onChange: (connection: string | null) => void;
}

/** With several connections, hidden ones included: the history has them too. */
function ConnectionFilter({ choice, onChange }: ConnectionFilterProps) {
  const { t } = useTexts();
  const connections = useMethod('connection.list', {}).data?.connections ?? [];
  if (connections.length < 2) return null;
  return (
    <Select
      comboboxProps={wideList}
      aria-label={t('history.filterConnection')}
      data-testid="filter-connection"
      placeholder={t('history.filterConnection')}
      clearable
      value={choice.connection}
      data={connections.map(({ id, name, ownSandbox }) => ({
        value: id,
        label: ownSandbox ? t('settings.connections.ownSandbox') : name,
      }))}
      onChange={onChange}
    />
  );
}

interface CauseFilterProps {
  readonly choice: FilterChoice;
  readonly state: CausedState;
  readonly onChange: (cause: string | null) => void;
}

/** Narrows the unknown or undelivered ones of the chosen company and connection to one cause. */
function CauseFilter({ choice, state, onChange }: CauseFilterProps) {
  const { t, i18n, formats } = useTexts();
  const { cause, companyId, connection } = choice;
  // The counts are of a state, a company and a connection: no other filter may be set.
  const counted = { state: null, cause: null, companyId: null, connection: null, waiting: false };
  const isCounted = !isFiltered({ ...choice, ...counted });
  const asked = {
    state,
    ...(companyId === null ? {} : { companyId }),
    ...(connection === null ? {} : { connection }),
  };
  const { data } = useMethod('submissions.causes', asked, { keepPrevious: true });
  const found = data?.causes ?? [];
  // A selected cause stays visible when its last submission is resolved.
  const causes =
    cause === null || found.some((each) => each.cause === cause)
      ? found
      : [...found, { cause, files: 0 }];
  return (
    <Select
      className={styles.state ?? ''}
      comboboxProps={wideList}
      aria-label={t('resolveAll.cause')}
      data-testid="filter-cause"
      placeholder={t('resolveAll.cause')}
      clearable
      clearSectionMode="clear"
      value={cause}
      data={causes.map((each) => ({
        value: each.cause,
        label: isCounted
          ? `${reasonTitle(i18n, each.cause)} (${formats.count(each.files)})`
          : reasonTitle(i18n, each.cause),
      }))}
      onChange={onChange}
    />
  );
}

/** A filter of the address; pressing it removes it. */
function FilterChip({
  label,
  onRemove,
}: {
  readonly label: string;
  readonly onRemove: () => void;
}) {
  return (
    <Button variant="light" onClick={onRemove} rightSection={<IconX size={14} aria-hidden />}>
      {label}
    </Button>
  );
}
