import { useDebouncedValue } from '@mantine/hooks';
import { useMemo } from 'react';
import type { Company, CompanySort } from '../../../contract/company.ts';
import { type Paging, usePages } from '../../api/pages.ts';
import { type CompanyChoice, toCompanyFilter } from './company-filter.ts';

/** Between two keys of a fast typist; an answer takes a few milliseconds. */
const typingMs = 40;
/**
 * The first page opens the list; the others are large, because a changed company makes every loaded
 * page be read again.
 */
const firstPageSize = 200;
const pageSize = 1000;

const paging: Paging<'companies.list', Company, string | null> = {
  first: null,
  items: (page) => page.companies,
  next: (page) => page.nextCursor ?? undefined,
};

/** The companies in pages, sorted and filtered by the core; typing is debounced. */
export function useCompanies(choice: CompanyChoice, sort: CompanySort) {
  const [typed] = useDebouncedValue(choice.text.trim(), typingMs);
  const input = useMemo(() => {
    const filter = toCompanyFilter(choice, new Date());
    return { ...(typed === '' ? {} : { text: typed }), filter, sort };
  }, [choice, typed, sort]);
  const { items, firstPage, ...pages } = usePages('companies.list', paging, {
    key: input,
    input: (cursor) => ({ ...input, cursor, limit: cursor === null ? firstPageSize : pageSize }),
    keepPrevious: true,
  });
  return { companies: items, total: firstPage?.total ?? 0, ...pages };
}
