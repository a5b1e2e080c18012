import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { WorklistFile } from '../../../contract/worklist.ts';
import { useMethod } from '../../api/queries.ts';
import { usePlace } from '../../router.ts';
import { countTabs, filesOfTab, type Tab } from '../../shared/worklist/worklist.ts';
import { useIntake } from '../../shell/intake.tsx';
import { keptPart, useKept, useKeptPlace } from '../../shell/screen-state.tsx';
import type { TablePlace } from '../../ui/table-scroll.ts';
import { companyOf, narrow, noWorklistFilter, stillThere } from './worklist-filter.ts';
import type { WorklistOrder } from './worklist-order.ts';

const keptTab = keptPart<Tab>('all', { of: 'submit' });
const keptFilter = keptPart(noWorklistFilter, { of: 'submit' });
const keptOrder = keptPart<WorklistOrder>(null);
const worklistPlace = keptPart<TablePlace | null>(null, { of: 'submit' });

const nothing: ReadonlySet<string> = new Set();

/** Files with an invoice of this number; a text too short for one is not searched. */
function useInvoices(text: string): ReadonlySet<string> {
  const [number] = useDebouncedValue(text.trim(), 250);
  const enabled = number.length >= 3 && /\d/.test(number);
  const found = useMethod('submissions.findInvoice', { number }, { enabled, forget: true });
  const fileIds = enabled && number === text.trim() ? found.data?.fileIds : undefined;
  return useMemo(() => (fileIds === undefined ? nothing : new Set(fileIds)), [fileIds]);
}

/**
 * The visible part of the worklist, its order, and its scroll place; kept while another screen is
 * shown.
 */
export function useWorklistView(files: readonly WorklistFile[]) {
  const [chosenTab, setTab] = useKept(keptTab);
  const [chosenFilter, setFilter] = useKept(keptFilter);
  const [order, setOrder] = useKept(keptOrder);
  const place = useKeptPlace(worklistPlace);
  const filter = useMemo(() => stillThere(chosenFilter, files), [chosenFilter, files]);
  const withInvoice = useInvoices(filter.text);
  const narrowed = useMemo(() => narrow(files, filter, withInvoice), [files, filter, withInvoice]);
  const tabs = useMemo(() => countTabs(narrowed), [narrowed]);
  const tab = tabs.some((item) => item.tab === chosenTab) ? chosenTab : 'all';
  const shown = useMemo(() => filesOfTab(narrowed, tab), [narrowed, tab]);
  const { id: placeId, query } = usePlace();
  // Files added from another screen are shown; a new file may be in another tab than its original.
  const [isBringing] = useState(useIntake().progress !== null);
  useEffect(() => {
    if (placeId === null && !isBringing) return;
    setTab('all');
    setFilter(noWorklistFilter);
  }, [placeId, isBringing, setTab, setFilter]);
  // A company without files is searched by its tax id, so that the list is not another company's.
  const showCompany = useEffectEvent((company: string) => {
    const hasFiles = files.some((file) => companyOf(file) === company);
    setTab('all');
    setFilter({ ...noWorklistFilter, ...(hasFiles ? { company } : { text: company }) });
  });
  useEffect(() => {
    // `company=<tax id>` shows the files of one company.
    const company = new URLSearchParams(query).get('company');
    if (company !== null) showCompany(company);
  }, [query]);
  useEffect(() => {
    if (tab !== chosenTab) setTab(tab);
  }, [tab, chosenTab, setTab]);
  useEffect(() => {
    if (filter !== chosenFilter) setFilter(filter);
  }, [filter, chosenFilter, setFilter]);
  return { narrowed, tabs, tab, shown, filter, order, place, setTab, setFilter, setOrder };
}
