import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import type { Density } from '../../../contract/settings.ts';
import type { WorklistFile } from '../../../contract/worklist.ts';
import { DensitySwitch } from '../../shared/layout/density-switch.tsx';
import { useTexts } from '../../texts.ts';
import { DropButton } from './drop-button.tsx';
import { FilterMenu } from './filter-menu.tsx';
import { ReportMenu } from './report-menu.tsx';
import styles from './submit.module.css';
import { WatchingSign } from './watching-sign.tsx';
import type { WorklistFilter } from './worklist-filter.ts';
import { WorklistMenu } from './worklist-menu.tsx';

interface SubmitToolsProps {
  readonly files: readonly WorklistFile[];
  /** The files in sight. */
  readonly shown: readonly WorklistFile[];
  readonly filter: WorklistFilter;
  readonly onFilter: (filter: WorklistFilter) => void;
  readonly grouped: boolean;
  readonly onGrouped: (grouped: boolean) => void;
  readonly density: Density;
}

/** Over the list: adding files, the search, and the view. */
export function SubmitTools(props: SubmitToolsProps) {
  const { files, shown, filter, onFilter, grouped, onGrouped, density } = props;
  return (
    <div className={styles.tools}>
      <DropButton files={files} />
      <Search text={filter.text} onText={(text) => onFilter({ ...filter, text })} />
      <WatchingSign />
      <FilterMenu
        files={files}
        filter={filter}
        onFilter={onFilter}
        grouped={grouped}
        onGrouped={onGrouped}
      />
      <ReportMenu files={shown} />
      <DensitySwitch density={density} />
      <WorklistMenu files={files} />
    </div>
  );
}

interface SearchProps {
  readonly text: string;
  readonly onText: (text: string) => void;
}

/** Searches files, companies, tax ids and invoice numbers. */
function Search({ text, onText }: SearchProps) {
  const { t } = useTexts();
  return (
    <TextInput
      className={styles.search ?? ''}
      aria-label={t('submit.search')}
      placeholder={t('submit.search')}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={text === '' ? <kbd>/</kbd> : null}
      value={text}
      onChange={(event) => onText(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && text !== '') onText('');
      }}
      data-search
      data-testid="search-files"
    />
  );
}
