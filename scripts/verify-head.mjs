/*
 * node scripts/verify-head.mjs HISTORY NUMBER HASH DAY PUBLIC_KEY SIGNATURE [zubi.db]
 *
 * Says whether the head of a history that is printed on a receipt was signed with that key and,
 * given a copy of the history, whether that copy has it: each link up to there, and the rows that
 * these links are of. A signature that takes two lines on paper may be given in two pieces. Needs
 * only Node 24; the signature alone, Node 20. Exit code: 0 when all is so, 1 when not, 2 for wrong
 * arguments or a copy that this Node cannot read.
 */
import { createHash, createPublicKey, verify } from 'node:crypto';
import { gunzipSync } from 'node:zlib';

const [history, number, hash, day, publicKey, ...others] = process.argv.slice(2);
let signature = '';
/** Of 128 digits, in one piece or two; what follows is the copy. */
while (others.length > 0 && signature.length < 128)
  signature += others.shift().replaceAll(/\s/g, '');
const [copy] = others;
if (!signature) {
  console.error('HISTORY NUMBER HASH DAY PUBLIC_KEY SIGNATURE [zubi.db]');
  process.exit(2);
}
const sha256 = (content) => createHash('sha256').update(content).digest('hex');

/** Ed25519 over five lines. */
function isSigned() {
  const x = Buffer.from(publicKey, 'hex').toString('base64url');
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  const text = ['zubi head 1', history, number, hash, day].join('\n');
  return verify(null, Buffer.from(text), key, Buffer.from(signature, 'hex'));
}

/** Each link's hash covers the one before, its kind, subject, key and digest. */
function isInCopy(database) {
  const own = database.prepare('select history from history_identity').get();
  const links = database.prepare('select * from evidence_links where id <= ? order by id');
  let previous = '';
  let last = 0;
  for (const link of links.iterate(Number(number))) {
    const { kind, subject_id, key, digest } = link;
    previous = sha256(JSON.stringify([previous, kind, subject_id, key, digest]));
    if (previous !== link.hash || link.id !== last + 1) return false;
    last = link.id;
  }
  return own.history === history && last === Number(number) && previous === hash;
}

const answer = 'status, content_type, body_gzip, latency_ms, ledger_response_gzip';
/** The rows of a link, by its kind; its subject and key are bound in this order. */
const rowsOf = {
  submission: `id, sequence, previous_id, sha256, file_name, model, operation, expense_type,
    fiscal_year, tax_id, taxpayer_name, company_id, company_name, record_count, amount, base, vat,
    deductible_vat, schema_id, state, environment, base_url, created_at, sent_at, finished_at,
    dismissed_at, identifier, registration_number, answer_code, answer_message, correct_count,
    accepted_with_errors_count, incorrect_count from submissions where id = ? and 0 = ?`,
  event: 'at, kind, data from submission_events where submission_id = ? and id = ?',
  answer: `${answer} from answers where submission_id = ? and 0 = ?`,
  laterAnswer: `${answer} from later_answers where submission_id = ? and number = ?`,
  records: `position, record, issuer, series, number, date, epigraph, concept, line, counterparty,
    amount, state, code, message_es, message_eu from record_results
    where submission_id = ? and 0 < ? order by position`,
  company: `company.id, company.environment, company.service_id, company.tax_id,
    company.authorization, standing.upload_id, standing.decided_on, standing.reason,
    standing.expires_on from companies as company left join authorizations as standing
    on standing.company_id = company.id where company.id = ? and 0 = ?`,
  authorization: `upload_id, at, kind, from_state, to_state, data, answer_gzip
    from authorization_events where company_id = ? and id = ?`,
  chain: "at, kind, data from chain_events where 'chain' = ? and id = ?",
};

/** A row of evidence that has no link was added past the application. */
const unlinked = [
  ['submissions', 'row.id', '0', 'submission'],
  ['submission_events', 'row.submission_id', 'row.id', 'event'],
  ['answers', 'row.submission_id', '0', 'answer'],
  ['later_answers', 'row.submission_id', 'row.number', 'answer'],
  ['record_results', 'row.submission_id', 'link.key', 'records'],
  ['companies', 'row.id', '0', 'company'],
  ['authorization_events', 'row.company_id', 'row.id', 'authorization'],
  ['chain_events', "'chain'", 'row.id', 'chain'],
].map(
  ([table, subject, key, kind]) => `select ${subject} as subject from ${table} as row
    where not exists (select 1 from evidence_links as link
      where link.subject_id = ${subject} and link.kind = '${kind}' and link.key = ${key})`,
);

/** A submission whose quarter or batch is not the one that its first event has. */
const moved = `select row.id as subject from submissions as row
  join submission_events as checked on checked.submission_id = row.id and checked.kind = 'checked'
  where coalesce(checked.data ->> '$.period', row.period) is not row.period
    or coalesce(checked.data ->> '$.batch', row.batch_id) is not row.batch_id`;

/** The subject of the first row or document that differs from its link, or has none; else null. */
function findChangedRow(database) {
  const statements = new Map(
    Object.entries(rowsOf).map(([kind, text]) => [kind, database.prepare(`select ${text}`)]),
  );
  const plain = (value) => (value instanceof Uint8Array ? sha256(value) : value);
  // Submissions and companies change: only the newest link of each is of the row as it stands.
  const links = database.prepare(`
    select kind, subject_id, key, digest from evidence_links
    where id <= ?1 and (kind not in ('submission', 'company') or id in (
      select max(id) from evidence_links group by kind, subject_id))`);
  for (const { kind, subject_id, key, digest } of links.iterate(Number(number))) {
    const statement = statements.get(kind === 'answer' && key > 0 ? 'laterAnswer' : kind);
    const text = createHash('sha256');
    for (const row of statement.iterate(subject_id, key))
      text.update(`${JSON.stringify(Object.values(row).map(plain))}\n`);
    if (text.digest('hex') !== digest) return subject_id;
  }
  const sent = database.prepare(`select id, gzip, sha256 from submissions
    join documents using (sha256)`);
  for (const { id, gzip, sha256: name } of sent.iterate())
    if (sha256(gunzipSync(gzip)) !== name) return id;
  const other = database.prepare(`${[...unlinked, moved].join(' union all ')} limit 1`).get();
  return other?.subject ?? null;
}

/** Says whether the copy has the head and its rows. */
async function checkCopy() {
  const { DatabaseSync } = await import('node:sqlite').catch(() => {
    console.error('the copy was not checked: this needs Node 24');
    process.exit(2);
  });
  const database = new DatabaseSync(copy, { readOnly: true });
  if (!isInCopy(database)) {
    console.log('the copy does NOT have this head');
    return false;
  }
  console.log('the copy has this head');
  const changed = findChangedRow(database);
  console.log(
    changed === null
      ? 'its rows are as this head has them'
      : `its rows are NOT as they were written: ${changed}`,
  );
  const later = database.prepare('select count(*) as n from evidence_links where id > ?');
  const { n } = later.get(Number(number));
  if (n > 0) console.log(`${n} later links, which this head does not cover`);
  return changed === null;
}

let result = false;
try {
  result = isSigned();
  console.log(result ? 'signed with this key' : 'NOT signed with this key');
  if (copy) result = (await checkCopy()) && result;
} catch (error) {
  result = false;
  console.error(error instanceof Error ? error.message : error);
}
process.exit(result ? 0 : 1);
