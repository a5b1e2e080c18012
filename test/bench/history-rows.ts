import { join } from 'node:path';
import Database from 'better-sqlite3';
import { writeWordsOfAll } from '../../main/features/submissions/submission-words-table.ts';
import { openStore } from '../../main/platform/db/store.ts';

/** The size of a made-up history. */
export interface HistorySize {
  readonly submissions: number;
  readonly recordsEach: number;
  /** 150 by default. */
  readonly companies?: number;
  /**
   * Whether the machine's clock was years ahead, for a twentieth of the submissions, and then set
   * back.
   */
  readonly clockSetBack?: boolean;
}

const usualCompanies = 150;

const startMs = Date.parse('2024-01-02T08:00:00Z');
/** Seconds by which a wrong clock was ahead: six years. */
const yearsAheadS = 6 * 365.25 * 86_400;
const spanMs = Date.parse('2026-11-20T18:00:00Z') - startMs;

/**
 * Fills a new history in `folder` by recursive queries, through the triggers of real rows; words
 * are added last, because row by row they take minutes. Of 20 submissions 17 are accepted, and one
 * each is partly accepted, rejected and unknown. Each company sends both books. Of 10 refusals,
 * whole or in part, 9 were dismissed. Company names share words, numbers share beginnings, as in an
 * office.
 */
export async function buildHistory(folder: string, size: HistorySize): Promise<void> {
  await (await openStore(folder, () => new Date('2026-11-21T09:00:00Z'))).close();
  const database = new Database(join(folder, 'zubi.db'));
  try {
    // Nobody needs these rows: a crash would only cost building them again.
    database.pragma('synchronous = OFF');
    database.pragma('cache_size = -400000');
    database.function('month_of', { deterministic: true }, (at) => String(at).slice(0, 7));
    database.function('period_of', { deterministic: true }, (at) => periodOf(String(at)));
    database.function('text_sha', { deterministic: true }, (n) => spread(Number(n)));
    database.function('identity', { deterministic: true }, (n) => identityOf(Number(n)));
    database.transaction(() => {
      addCompanies(database, size.companies ?? usualCompanies);
      addBatches(database, size);
      addSubmissions(database, size);
      addRecords(database, size);
      addIdentities(database, size);
      database.exec(writeWordsOfAll);
    })();
  } finally {
    database.close();
  }
}

/** The quarter of the filing calendar, in UTC: close enough for rows that nobody reads. */
function periodOf(at: string): string {
  const year = Number(at.slice(0, 4));
  const day = at.slice(5, 10);
  if (day <= '01-31') return `${year - 1}-Q4`;
  if (day <= '04-25') return `${year}-Q1`;
  if (day <= '07-25') return `${year}-Q2`;
  return day <= '10-25' ? `${year}-Q3` : `${year}-Q4`;
}

/** 64 hexadecimal digits that look like a digest. */
function spread(n: number): string {
  let text = '';
  for (let part = 1; part <= 8; part += 1) {
    text += (Math.imul(n + part * 7919, 0x9e3779b1 ^ (part << 13)) >>> 0)
      .toString(16)
      .padStart(8, '0');
  }
  return text;
}

/** The digest of a record's key; consecutive numbers lie far apart, as digests do. */
function identityOf(n: number): Buffer {
  const digest = Buffer.alloc(16);
  for (let part = 0; part < 4; part += 1)
    digest.writeUInt32BE(Math.imul(n + part * 7919, 0x9e3779b1 ^ (part << 13)) >>> 0, part * 4);
  return digest;
}

function addCompanies(database: Database.Database, companies: number): void {
  database.exec(`
    insert into companies (id, service_id, environment, is_individual, full_name, tax_id, territory_id, territory_name, "authorization", created_at)
    with recursive n(i) as (select 1 union all select i + 1 from n where i < ${companies})
    select 'company-' || i, cast(i as text), 'production', 0,
      (case i % 5 when 0 then 'Talleres' when 1 then 'Construcciones' when 2 then 'Lantegia' when 3 then 'Asesoría' else 'Garraioak' end)
        || ' Bizkaia ' || i || ' SL',
      'B' || (95000000 + i * 37), '48', 'Bizkaia', 'approved', '2024-01-01T00:00:00.000Z' from n`);
}

/** Each thousand is a batch; a few joined the batch three before. */
function addBatches(database: Database.Database, { submissions }: HistorySize): void {
  database.exec(`
    insert into batches (sequence, id, environment, created_at)
    with recursive n(i) as (select 0 union all select i + 1 from n where i < ${Math.floor(submissions / 1000)})
    select i + 1, 'batch-' || i, 'production', '2024-01-02T08:00:00.000Z' from n`);
}

function addSubmissions(
  database: Database.Database,
  { submissions: count, companies = usualCompanies, clockSetBack = false }: HistorySize,
): void {
  const aheadS = clockSetBack
    ? `case when i * 20 between ${2 * count} and ${3 * count} then ${yearsAheadS} else 0 end`
    : '0';
  database.exec(`
    insert into documents (sha256, size_bytes, gzip, created_at)
    with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count})
    select text_sha(i), 1000, x'1f8b', '2026-01-01T00:00:00.000Z' from n;
    insert into submissions (id, sequence, sha256, file_name, model, operation, expense_type, fiscal_year, tax_id, taxpayer_name, company_id,
      company_name, record_count, amount, base, vat, deductible_vat, schema_id, state, environment, base_url, created_at, sent_at, finished_at,
      identifier, registration_number, answer_code, period, month, queue_order, records_indexed, dismissed_at, batch_id)
    with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count}),
      placed as (select i, 1 + (i * 7) % ${companies} as company, (i / ${companies}) % 3 = 0 as is_140,
        strftime('%Y-%m-%dT%H:%M:%fZ', ${startMs / 1000} + i * ${spanMs / 1000 / (count + 1)} + ${aheadS}, 'unixepoch') as at from n)
    select printf('%08x-0000-4000-8000-000000000000', i), i, text_sha(i),
      case when is_140 then 'gastos' else 'facturas_recibidas' end || '_' || substr(at, 1, 4) || '_' || tax_id || '_' || i || '.xml',
      case when is_140 then '140' else '240' end,
      case when i % 50 = 7 then 'cancellation' when i % 20 = 3 then 'modification' else 'creation' end,
      case when not is_140 then null when i % 2 = 0 then 'with_invoice' else 'without_invoice' end,
      cast(substr(at, 1, 4) as integer), tax_id, full_name, id, full_name, 50, '1210.00', '1000.00', '210.00', '210.00', '240',
      case i % 20 when 5 then 'partially_accepted' when 11 then 'rejected' when 17 then 'unknown' else 'accepted' end,
      'production', 'https://service.example', at, at, at, 'LROE-' || (2026000000000 + i), '480' || (7000000000 + i * 3), null,
      period_of(at), month_of(at), i, 1, case when i % 20 in (5, 11) and i % 10 <> (i / 20) % 10 then at end,
      'batch-' || max(0, case when i % 97 = 0 then i / 1000 - 3 else i / 1000 end)
    from placed join companies on id = 'company-' || company order by i`);
}

function addRecords(
  database: Database.Database,
  { submissions, recordsEach: each }: HistorySize,
): void {
  database.exec(`
    insert into record_results (submission_id, position, record, issuer, series, number, date, counterparty, amount, state, code)
    with recursive s(i) as (select 1 union all select i + 1 from s where i < ${submissions}),
      r(k) as (select 1 union all select k + 1 from r where k < ${each})
    select printf('%08x-0000-4000-8000-000000000000', i), k, k, 'A' || (48000000 + (i * ${each} + k) % 5000),
      'F' || (i % 9), (2024 + i % 3) || '/' || (i * ${each} + k), '14-09-2026',
      'Proveedor ' || ((i * ${each} + k) % 5000) || ' SA', '24.20', case when k % 40 = 9 then 'incorrect' else 'correct' end, null
    from s cross join r order by i, k`);
}

/** A modification has the records of its company's submission before it, of any book. */
function addIdentities(
  database: Database.Database,
  { submissions, recordsEach: each, companies = usualCompanies }: HistorySize,
): void {
  database.exec(`
    insert into submission_records (submission, record, identity)
    with recursive r(k) as (select 1 union all select k + 1 from r where k < ${each})
    select sequence, k, identity(${each} * (sequence
      - case when operation = 'modification' and sequence > ${companies} then ${companies} else 0 end) + k)
    from submissions cross join r where sequence <= ${submissions} order by sequence, k`);
}
