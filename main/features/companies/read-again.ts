import type { Output } from '../../../contract/methods.ts';
import { toCallError } from '../../platform/call-error.ts';
import { isMasked } from '../../platform/secrets/secret.ts';
import { type CompanyAnswer, readCompanyAnswer } from '../../service/client.ts';
import { readAnswer } from '../connection/public.ts';
import type { Core, Handlers } from '../core.ts';
import { type CompanyRow, listCreationsUnknown, updateCompany } from './companies-table.ts';
import { fieldsOfRow, parseFailure, serializeFailure } from './company-row.ts';
import { keepCreated } from './creation-call.ts';
import { toCompanyExists } from './service-company.ts';

/**
 * Reads kept answers to creations again, by the profile in force: a company that is
 * `creation_unknown` because nobody understood its answer becomes what it is. Nothing is sent.
 */
export function readAgainHandlers(core: Core) {
  return {
    'companies.readAgain': async ({ preview }) => {
      // Whoever edits `connection.json` must not decide what an answer means.
      await core.connection.requireTrust();
      const { environment } = core.connection.configured();
      const changed: Output<'companies.readAgain'>['changed'] = [];
      let unchanged = 0;
      const rows =
        environment === 'none' ? [] : await listCreationsUnknown(core.store.queries, environment);
      for (const row of rows) {
        const answer = await readKept(core, row);
        if (answer === null) continue;
        const isTold = answer.kind !== 'unknown';
        const isChanged = isTold && (preview || (await settle(core, row, answer)));
        const state = answer.kind === 'saved' ? 'registered' : 'draft';
        if (isChanged) changed.push({ id: row.id, fullName: row.full_name, state });
        else unchanged += 1;
      }
      if (!preview) core.emit({ name: 'companies.changed', payload: {} });
      return { changed, unchanged };
    },
  } satisfies Partial<Handlers>;
}

/**
 * Null where no whole answer to the last attempt is kept: an older answer says nothing about it. An
 * identifier or key that held another key was masked, and is of no use.
 */
async function readKept(core: Core, row: CompanyRow): Promise<CompanyAnswer | null> {
  const { code = '', details } = parseFailure(row.failure) ?? {};
  if (!/^(?:answer|service)_/.test(code) || details?.reason === 'content_encoding') return null;
  const { environment, tax_id } = row;
  const { queries } = core.store;
  const place = { environment, call: 'createCompany', tax_id } as const;
  const kept = await readAnswer({ queries, vault: core.vault }, place);
  const answer = kept && readCompanyAnswer(kept, core.connection.profile());
  if (answer?.kind !== 'saved') return answer;
  const { serviceId, apiKey } = answer.company;
  const isWhole = !isMasked(serviceId) && !isMasked(apiKey.reveal());
  return isWhole ? answer : { kind: 'unknown', error: null };
}

/** False when the answer is about another company after all: then it is not used. */
async function settle(core: Core, row: CompanyRow, answer: CompanyAnswer): Promise<boolean> {
  const { id } = row;
  if (answer.kind === 'unknown') return false;
  if (answer.kind === 'saved') {
    const { keyNames } = await core.connection.activeFor(row.environment);
    const created = answer.company;
    const key = { apiKey: created.apiKey, keyNames };
    const end = await keepCreated(core, { row, fields: fieldsOfRow(row) }, { created, key });
    key.apiKey.wipe();
    return end.kind !== 'unknown';
  }
  const failure = serializeFailure(toCallError(toCompanyExists(core, answer.error, row.tax_id)));
  const change = { state: 'draft', failure } as const;
  return updateCompany(core.store.queries, id, change, ['creation_unknown']);
}
