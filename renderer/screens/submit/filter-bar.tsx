import { Button, Select, Switch } from '@mantine/core';
import { useMemo } from 'react';
import type { WorklistFile } from '../../../contract/worklist.ts';
import { useChoice } from '../../shared/layout/choice.tsx';
import { formText, useTexts } from '../../texts.ts';
import { countForms, groupByCompany, type WorklistFilter } from './worklist-filter.ts';

/** A closed menu's hundreds of companies are not drawn. */
const closedMenu = { keepMounted: false } as const;

interface FilterBarProps {
  readonly files: readonly WorklistFile[];
  /** Those that are in sight. */
  readonly shown: readonly WorklistFile[];
  readonly filter: WorklistFilter;
  readonly onFilter: (filter: WorklistFilter) => void;
  readonly grouped: boolean;
  readonly onGrouped: (grouped: boolean) => void;
}

/** Narrows a long list by company and form, chooses all that is left, and puts it in groups. */
export function FilterBar({ files, shown, filter, onFilter, grouped, onGrouped }: FilterBarProps) {
  const { t, formats } = useTexts();
  const { ids, toggle, clear } = useChoice();
  const companies = useMemo(
    () =>
      groupByCompany(files).flatMap(({ taxId, name, files: own }) =>
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
  const all = shown.length > 0 && shown.every(({ id }) => ids.has(id));
  const count = shown.length;
  return (
    <div className="z-filter-bar" data-testid="filter-bar">
      <Select
        className="z-filter-select"
        size="xs"
        aria-label={t('choice.company')}
        placeholder={t('choice.company')}
        data-testid="narrow-company"
        comboboxProps={closedMenu}
        searchable
        clearable
        data={companies}
        value={filter.company}
        onChange={(company) => onFilter({ ...filter, company })}
      />
      <Select
        className="z-filter-select"
        size="xs"
        aria-label={t('choice.form')}
        placeholder={t('choice.form')}
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
      <span className="z-filter-bar-end">
        {count === 0 || all ? null : (
          <Button
            className="z-filter-bar-all"
            variant="subtle"
            size="compact-sm"
            onClick={() => toggle(shown)}
            data-testid="choose-all"
          >
            {t('choice.choose', { count, formatted: formats.count(count) })}
          </Button>
        )}
        {ids.size === 0 ? null : (
          <Button variant="subtle" size="compact-sm" onClick={clear} data-testid="choose-none">
            {t('choice.clear')}
          </Button>
        )}
      </span>
    </div>
  );
}
