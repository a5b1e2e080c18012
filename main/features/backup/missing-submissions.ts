import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type Database from 'better-sqlite3';
import { z } from 'zod';
import {
  changedAuthorizationSchema,
  missingCompanySchema,
  missingSubmissionSchema,
} from '../../../contract/backup.ts';
import { ZubiError } from '../../../contract/errors.ts';
import type { Output } from '../../../contract/methods.ts';
import { backupsFolder, isReplacedName, readReplaced } from '../../platform/db/replaced-folders.ts';
import { shownStateSql } from '../submissions/public.ts';

/** Submissions of a copy (`main`) which the history in force (`restored`) lacks. */
export const missing =
  'from main.submissions where id not in (select id from restored.submissions)';

/** The kind of the connection, which its id begins with. */
const kindOf = `substr(environment, 1, instr(environment || '-', '-') - 1)`;

/** The newest first. */
export const selectMissing = `
  select id, file_name as file, company_name as company, tax_id as taxId, state,
    ${shownStateSql('submissions')} as shown,
    ${kindOf} as environment, identifier,
    registration_number as registrationNumber, coalesce(sent_at, created_at) as at
  ${missing} order by sequence desc limit ?`;

/**
 * Companies that the service has or may have: their creation was at least begun. One that the
 * history in force has as a draft lacks its identifier.
 */
const missingCompanies = `from main.companies as one where state <> 'draft' and not exists (
  select 1 from restored.companies as there where there.environment = one.environment
    and (there.service_id = one.service_id or there.tax_id = one.tax_id
      and (there.service_id is not null or one.service_id is null)))`;

const selectMissingCompanies = `
  select id, full_name as name, tax_id as taxId, service_id as serviceId,
    ${kindOf} as environment ${missingCompanies} order by created_at desc, rowid desc limit ?`;

const lastStep = (history: string, company: string) => `(
    select max(at) from ${history}.authorization_events where company_id = ${company}.id)`;

/** Companies whose authorization changed after the copy was made. */
const changedAuthorizations = `from main.companies as one
  join restored.companies as there
    on there.environment = one.environment and there.tax_id = one.tax_id
  where ${lastStep('main', 'one')} > coalesce(${lastStep('restored', 'there')}, '')`;

const selectChangedAuthorizations = `
  select there.id, there.full_name as name, there.tax_id as taxId, one.authorization as state,
    ${kindOf.replaceAll('environment', 'there.environment')} as environment
  ${changedAuthorizations} order by ${lastStep('main', 'one')} desc, one.rowid desc limit ?`;

interface Counts {
  readonly submissions: number | null;
  readonly companies: number | null;
  readonly authorizations: number | null;
}

/**
 * Number of submissions, of companies and of changed authorizations that a history set aside has
 * and the history in force lacks. They came after the copy was made, and stay in the folder set
 * aside. Null when that history cannot be read to its end.
 */
export function countMissing(dataFolder: string, aside: string): Counts {
  const count = (rows: string) => {
    try {
      return readReplaced(dataFolder, aside, (database) => countRows(database, rows));
    } catch {
      return null;
    }
  };
  return {
    submissions: count(missing),
    companies: count(missingCompanies),
    authorizations: count(changedAuthorizations),
  };
}

/** Number of rows of a selection that begins with `from`. */
export function countRows(database: Database.Database, rows: string): number {
  const counted = database.prepare(`select count(*) as n ${rows}`).get();
  return z.object({ n: z.number() }).parse(counted).n;
}

/** Reads what only a history set aside has, as far as it can be read. Throws `backup_unknown`. */
export function readMissing(
  dataFolder: string,
  aside: string,
  limit: number,
): Output<'backup.leftAside'> {
  const known = isReplacedName(aside) && existsSync(join(backupsFolder(dataFolder), aside));
  if (!known) throw new ZubiError('backup_unknown', { id: aside });
  const list = <Row>(select: string, row: z.ZodType<Row>): Row[] => {
    const read: Row[] = [];
    try {
      readReplaced(dataFolder, aside, (database) => {
        for (const one of database.prepare(select).iterate(limit)) read.push(row.parse(one));
      });
    } catch {
      // The totals are null when the history cannot be read to its end.
    }
    return read;
  };
  const counts = countMissing(dataFolder, aside);
  return {
    submissions: list(selectMissing, missingSubmissionSchema),
    total: counts.submissions,
    companies: list(selectMissingCompanies, missingCompanySchema),
    companiesTotal: counts.companies,
    authorizations: list(selectChangedAuthorizations, changedAuthorizationSchema),
    authorizationsTotal: counts.authorizations,
  };
}
