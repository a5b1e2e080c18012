/*
 * node scripts/verify-head.mjs HISTORY NUMBER HASH DAY PUBLIC_KEY SIGNATURE [zubi.db]
 *
 * Says whether the head of a history that is printed on a receipt was signed with that key and,
 * given a copy of the history, whether that copy has it, link by link up to there. Needs only
 * Node 24. Exit code: 0 when all is so, 1 when not, 2 for wrong arguments.
 */
import { createHash, createPublicKey, verify } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';

const [history, number, hash, day, publicKey, signature, copy] = process.argv.slice(2);
if (!signature) {
  console.error('HISTORY NUMBER HASH DAY PUBLIC_KEY SIGNATURE [zubi.db]');
  process.exit(2);
}

/** Ed25519 over five lines. */
function isSigned() {
  const x = Buffer.from(publicKey, 'hex').toString('base64url');
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  const text = ['zubi head 1', history, number, hash, day].join('\n');
  return verify(null, Buffer.from(text), key, Buffer.from(signature, 'hex'));
}

/** Each link's hash covers the one before, its kind, subject, key and digest. */
function isInCopy() {
  const database = new DatabaseSync(copy, { readOnly: true });
  const own = database.prepare('select history from history_identity').get();
  const links = database.prepare('select * from evidence_links where id <= ? order by id');
  let previous = '';
  let last = 0;
  for (const link of links.iterate(Number(number))) {
    const { kind, subject_id, key, digest } = link;
    const text = JSON.stringify([previous, kind, subject_id, key, digest]);
    previous = createHash('sha256').update(text).digest('hex');
    if (previous !== link.hash || link.id !== last + 1) return false;
    last = link.id;
  }
  return own.history === history && last === Number(number) && previous === hash;
}

let result = false;
try {
  result = isSigned();
  console.log(result ? 'signed with this key' : 'NOT signed with this key');
  if (copy) {
    const isThere = isInCopy();
    console.log(isThere ? 'the copy has this head' : 'the copy does NOT have this head');
    result &&= isThere;
  }
} catch (error) {
  result = false;
  console.error(error instanceof Error ? error.message : error);
}
process.exit(result ? 0 : 1);
