import { Button, Popover, Select, Switch } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { WorklistFile } from '../../../contract/worklist.ts';
import { formText, useTexts } from '../../texts.ts';
import styles from './submit.module.css';
import { countForms, groupByCompany, type WorklistFilter } from './worklist-filter.ts';

/**
 * A closed menu does not draw its hundreds of companies; inside a popover it must not close the
 * popover.
 */
const closedMenu = { keepMounted: false, withinPortal: false } as const;

interface FilterMenuProps {
  readonly files: readonly WorklistFile[];
  readonly filter: WorklistFilter;
  readonly onFilter: (filter: WorklistFilter) => void;
  readonly grouped: boolean;
  readonly onGrouped: (grouped: boolean) => void;
}

/** Narrows a long list by company and form, and groups it. */
export function FilterMenu(props: FilterMenuProps) {
  const { t, formats } = useTexts();
  const { company, form } = props.filter;
  const count = [company, form].filter((part) => part !== null).length;
  return (
    <Popover position="bottom-end" shadow="md" trapFocus>
      <Popover.Target>
        <Button
          variant="default"
          leftSection={<IconFilter size={16} aria-hidden />}
          aria-label={t('choice.filter')}
          title={t('choice.filter')}
          data-testid="filter-menu"
        >
          <span className={styles.label}>{t('choice.filter')}</span>
          {count === 0 ? null : ` · ${formats.count(count)}`}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Filters {...props} />
      </Popover.Dropdown>
    </Popover>
  );
}

function Filters({ files, filter, onFilter, grouped, onGrouped }: FilterMenuProps) {
  const { t, formats } = useTexts();
  const companies = useMemo(
    () =>
      groupByCompany(files, formats).flatMap(({ taxId, name, files: own }) =>
        taxId === null
          ? []
          : [
              {
                value: taxId,
                label: `${name === '' ? taxId : name} (${formats.count(own.length)})`,
              },
            ],
      ),
    [files, formats],
  );
  const forms = useMemo(
    () =>
      countForms(files).map(({ key, form, count }) => ({
        value: key,
        label: `${formText(t, form)} (${formats.count(count)})`,
      })),
    [files, t, formats],
  );
  return (
    <div className={styles.filters} data-testid="filter-bar">
      <Select
        size="xs"
        label={t('choice.company')}
        data-testid="narrow-company"
        comboboxProps={closedMenu}
        searchable
        // The focus comes here with the menu, and the list would cover the fields below.
        openOnFocus={false}
        clearable
        data={companies}
        value={filter.company}
        onChange={(company) => onFilter({ ...filter, company })}
      />
      <Select
        size="xs"
        label={t('choice.form')}
        data-testid="narrow-form"
        comboboxProps={closedMenu}
        clearable
        data={forms}
        value={filter.form}
        onChange={(form) => onFilter({ ...filter, form })}
      />
      <Switch
        size="xs"
        label={t('choice.grouped')}
        data-testid="group-by-company"
        checked={grouped}
        onChange={(event) => onGrouped(event.currentTarget.checked)}
      />
    </div>
  );
}
