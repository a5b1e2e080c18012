import { setImmediate } from 'node:timers/promises';
import { type ErrorCode, type Json, ZubiError } from '../../../contract/errors.ts';
import { periodOfFile } from '../../platform/filing-period.ts';
import { requireAuthorization } from '../authorizations/public.ts';
import { type CompanyRow, findCompanyByTaxId, requireSubmits } from '../companies/public.ts';
import { type ActiveConnection, requireSoftwareGarante } from '../connection/public.ts';
import type { Core } from '../core.ts';
import {
  findSubmission,
  type insertSubmission,
  requireSameConnection,
} from '../submissions/public.ts';
import { findFileOrigin, findWorklistFile, readHeadline, requireFile } from '../worklist/public.ts';

/** A submission that is about to be queued. */
export type Draft = Parameters<typeof insertSubmission>[1];

/** Checks what every submission needs before anything is queued, so that no call is half queued. */
export async function requireReadyConnection(core: Core): Promise<ActiveConnection> {
  core.chain.requireDecided();
  const connection = await core.connection.active();
  (await core.connection.certificateKey()).wipe();
  requireSoftwareGarante(connection.softwareGarante);
  return connection;
}

export async function draftAll(
  core: Core,
  connection: ActiveConnection,
  fileIds: readonly string[],
): Promise<Draft[]> {
  const drafts: Draft[] = [];
  const refused: { fileId: string; name: string; code: ErrorCode; details: Json }[] = [];
  for (const [index, fileId] of fileIds.entries()) {
    // Yields to other work: a call may hold a thousand files.
    if (index % 20 === 19) await setImmediate();
    try {
      drafts.push(await draftFile(core, connection, fileId));
    } catch (error) {
      if (!(error instanceof ZubiError)) throw error;
      const name = (await findWorklistFile(core.store.queries, fileId))?.name ?? fileId;
      refused.push({ fileId, name, code: error.code, details: error.details });
    }
  }
  const first = refused[0];
  if (first) throw new ZubiError(first.code, { ...(first.details as object), files: refused });
  return drafts;
}

async function draftFile(core: Core, connection: ActiveConnection, fileId: string): Promise<Draft> {
  const file = await requireFile(core, fileId);
  const headline = file.validation === null ? null : readHeadline(core, file.validation);
  const sendable = headline?.verdict === 'valid' || headline?.verdict === 'warnings';
  if (
    !headline ||
    !sendable ||
    !headline.form ||
    !headline.taxpayer ||
    !file.sha256 ||
    !headline.schemaId ||
    // An installed schema may allow a file without a year. The service does not.
    headline.fiscalYear === null
  ) {
    throw new ZubiError('file_not_valid', { name: file.name });
  }
  const { taxpayer, form, fiscalYear, totals } = headline;
  const { queries } = core.store;
  const { environment } = connection;
  const company = await findCompanyByTaxId(queries, environment, taxpayer.taxId.toUpperCase());
  if (!company)
    throw new ZubiError('company_unknown', { taxId: taxpayer.taxId, name: taxpayer.name });
  await requireMaySubmit(core, connection, company);
  const previous_id = (await findFileOrigin(queries, file.id))?.submission_id ?? null;
  const changed = previous_id === null ? undefined : await findSubmission(queries, previous_id);
  if (changed !== undefined) requireSameConnection(connection, changed);
  // Changed records count where they did before; a cancellation names no day. What was refused or
  // not delivered counts nowhere: a person may have mended its days.
  const isNowhere = changed?.state === 'rejected' || changed?.state === 'failed';
  const period = (isNowhere ? headline.period : null) ?? changed?.period ?? headline.period;
  return {
    id: core.newId(),
    worklist_file_id: file.id,
    previous_id,
    period: periodOfFile({ period, fiscalYear }, core.clock()).id,
    sha256: file.sha256,
    file_name: file.name,
    model: form.model,
    operation: form.operation,
    expense_type: form.expenseType,
    fiscal_year: fiscalYear,
    tax_id: taxpayer.taxId,
    taxpayer_name: taxpayer.name,
    company_id: company.id,
    company_name: company.full_name,
    record_count: headline.records,
    amount: totals.amount,
    base: totals.base,
    vat: totals.vat,
    deductible_vat: totals.deductibleVat,
    schema_id: headline.schemaId,
    ...destinationOf(core, connection),
  };
}

/** Where and when a draft is queued. */
export function destinationOf(core: Core, connection: ActiveConnection) {
  return {
    state: 'queued' as const,
    environment: connection.environment,
    base_url: connection.baseUrl,
    created_at: core.clock().toISOString(),
  };
}

/**
 * Only taxpayers of Bizkaia submit, under their own key, with an authorization where one is needed
 * (specification, parts 1 and 3).
 */
export async function requireMaySubmit(
  core: Core,
  connection: ActiveConnection,
  company: CompanyRow,
): Promise<void> {
  requireSubmits(company);
  const { present } = await core.vault.hint(connection.keyNames.company(company.id));
  if (!present) {
    const details = { companyId: company.id, taxId: company.tax_id, name: company.full_name };
    throw new ZubiError('company_without_key', details);
  }
  await requireAuthorization(core, connection, company.id);
}
