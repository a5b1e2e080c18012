import pLimit, { type LimitFunction } from 'p-limit';
import type { Company } from '../../../contract/company.ts';
import { ZubiError } from '../../../contract/errors.ts';
import { dayOf } from '../../../contract/formats.ts';
import type { ParsedInput } from '../../../contract/methods.ts';
import { needsAuthorization } from '../../../contract/territory.ts';
import type { UnderWay } from '../../platform/under-way.ts';
import { emptyFields } from '../connection/public.ts';
import type { Core, Handlers } from '../core.ts';
import { changeCompany, reconcile, recoverKey, removeUnused, requireKey } from './changes.ts';
import {
  findCompanies,
  findUnknownCompany,
  labelCompanies,
  listLabels,
  updateCompany,
} from './companies-table.ts';
import { countCompanies, listCompanyIds, listTerritoryNames } from './company-pages.ts';
import { requireCompany, searchWords, toCompany } from './company-row.ts';
import { addCompany } from './creation.ts';

/**
 * Client companies. The local list is the truth: the service has no endpoint that lists them.
 * `calls` are the calls to the service: closing waits for them, because an answer comes once.
 */
export function companyHandlers(core: Core, calls: UnderWay) {
  const { queries } = core.store;
  const emitChanged = () => core.emit({ name: 'companies.changed', payload: {} });
  const present = async (id: string): Promise<Company> => toCompany(await requireCompany(core, id));
  const turns = new Map<string, LimitFunction>();
  /** Changes of one company wait for each other, as the service may answer late. */
  const inTurn = <Value>(id: string, work: () => Promise<Value>): Promise<Value> => {
    const turn = turns.get(id) ?? pLimit(1);
    turns.set(id, turn);
    // Emits after a failure too: a creation without an answer leaves a row.
    return calls.add(turn(work)).finally(emitChanged);
  };
  const changed = async (id: string, work: () => Promise<unknown>): Promise<Company> => {
    await inTurn(id, work);
    return present(id);
  };
  /** Changes what only this application knows of a company. */
  const set = (id: string, change: { archived_at: string | null } | { notes: string }) =>
    changed(id, async () => {
      await requireCompany(core, id);
      await updateCompany(queries, id, change);
    });
  return {
    'companies.list': (input) => listPage(core, input),
    'companies.get': ({ id }) => present(id),
    'companies.labels': async () => {
      const { environment } = core.connection.configured();
      if (environment === 'none') return { groups: [], advisers: [] };
      return {
        groups: await listLabels(queries, environment, 'client_group'),
        advisers: await listLabels(queries, environment, 'adviser'),
      };
    },
    'companies.create': async (input) =>
      present(await calls.add(addCompany(core, input)).finally(emitChanged)),
    'companies.update': ({ id, ...input }) => changed(id, () => changeCompany(core, id, input)),
    'companies.recoverKey': ({ id }) => changed(id, () => recoverKey(core, id)),
    'companies.reconcile': async ({ id, ...word }) => {
      const isKept = await inTurn(id, () => reconcile(core, id, word));
      return { company: isKept ? await present(id) : null };
    },
    'companies.archive': ({ id }) => set(id, { archived_at: core.clock().toISOString() }),
    'companies.unarchive': ({ id }) => set(id, { archived_at: null }),
    'companies.remove': async ({ id }) => {
      await inTurn(id, () => removeUnused(core, id));
      return {};
    },
    'companies.setLabels': async ({ companyIds, adviser, group }) => {
      const id = await findUnknownCompany(queries, companyIds);
      if (id !== undefined) throw new ZubiError('company_unknown', { id });
      await labelCompanies(queries, companyIds, { adviser, client_group: group });
      emitChanged();
      return {};
    },
    'companies.setNotes': ({ id, notes }) => set(id, { notes }),
    'companies.revealKey': async ({ id }) => {
      using key = await requireKey(core, id);
      return { key: key.reveal() };
    },
    'companies.copyKey': async ({ id }) => {
      const key = await requireKey(core, id);
      const copied = (await core.clipboard?.copy(key)) ?? false;
      if (!copied) key.wipe();
      return { copied };
    },
  } satisfies Partial<Handlers>;
}

async function listPage(
  core: Core,
  { text, filter, sort, cursor, limit }: ParsedInput<'companies.list'>,
) {
  const { environment } = core.connection.configured();
  if (environment === 'none') return { companies: [], nextCursor: null, total: 0 };
  const { queries } = core.store;
  const scope = { environment, words: searchWords(text ?? ''), filter };
  const offset = parseCursor(cursor || '0');
  const authorized = sort.by === 'attention' ? await territoriesToAuthorize(core) : [];
  const page = { sort, authorized, today: dayOf(core.clock()), offset, limit };
  const ids = await listCompanyIds(queries, scope, page);
  const rows = await findCompanies(queries, ids);
  const total = await countCompanies(queries, scope);
  const next = offset + ids.length;
  return {
    companies: rows.map(toCompany),
    nextCursor: next < total ? String(next) : null,
    total,
  };
}

/** Territories whose companies need an authorization; none until the office has said its status. */
async function territoriesToAuthorize({ store, connection }: Core): Promise<string[]> {
  const { environment, slot } = connection.configured();
  const garante = slot?.softwareGarante ?? null;
  if (environment === 'none' || emptyFields(garante).length > 0) return [];
  const names = await listTerritoryNames(store.queries, environment);
  return names.filter((name) => needsAuthorization(garante, name));
}

/** The number of companies on the pages before. */
function parseCursor(cursor: string): number {
  if (!/^\d{1,9}$/.test(cursor))
    throw new ZubiError('invalid_input', { fields: ['cursor: invalid'] });
  return Number(cursor);
}
