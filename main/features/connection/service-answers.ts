import { toCallError } from '../../platform/call-error.ts';
import type { ServiceAnswersTable } from '../../platform/db/company-tables.ts';
import type { Queries } from '../../platform/db/tables.ts';
import type { Clock, Log, Vault } from '../../platform/ports.ts';
import { openBox, sealBox } from '../../platform/secrets/sealed-box.ts';
import type { CallAnswer, RawAnswer } from '../../service/client-port.ts';

const purpose = 'service answers';
/** Larger answers to calls that are no submission are not kept: nobody reads them. */
const maxKeptBytes = 1024 * 1024;

/** Which answer: the newest to a call about a company, or about no company (''). */
type AnswerPlace = Pick<ServiceAnswersTable, 'environment' | 'call' | 'tax_id'>;

interface Context {
  readonly queries: Queries;
  readonly vault: Pick<Vault, 'authenticationKey'>;
  readonly clock: Clock;
  readonly log: Log;
}

const contextOf = ({ environment, call, tax_id }: AnswerPlace): string =>
  JSON.stringify([environment, call, tax_id]);

/** Keeps an answer in the place of the one before. Never throws: the call has already happened. */
export async function keepAnswer(
  { queries, vault, clock, log }: Context,
  environment: AnswerPlace['environment'],
  answer: CallAnswer,
): Promise<void> {
  const { call, taxId, raw } = answer;
  if (raw.body.byteLength > maxKeptBytes) return;
  const place = { environment, call, tax_id: taxId };
  try {
    const { id, key } = await vault.authenticationKey(purpose);
    using bytes = key.revealBytes();
    key.wipe();
    const body_sealed = sealBox(bytes, raw.body, contextOf(place));
    await queries
      .replaceInto('service_answers')
      .values({
        ...place,
        at: clock().toISOString(),
        key_id: id,
        body_sealed,
        status: raw.status,
        content_type: raw.contentType,
        size_bytes: raw.body.byteLength,
      })
      .execute();
  } catch (error) {
    log.warn('service_answer_not_kept', { code: toCallError(error).code });
  }
}

/** Null where none was kept. Throws `secrets_locked`, `secrets_unreadable`. */
export async function readAnswer(
  { queries, vault }: Pick<Context, 'queries' | 'vault'>,
  place: AnswerPlace,
): Promise<RawAnswer | null> {
  const row = await queries
    .selectFrom('service_answers')
    .selectAll()
    .where((answer) => answer.and(place))
    .executeTakeFirst();
  if (!row) return null;
  const { key } = await vault.authenticationKey(purpose, row.key_id);
  using bytes = key.revealBytes();
  key.wipe();
  const body = openBox(bytes, row.body_sealed, contextOf(place));
  return { status: row.status, contentType: row.content_type, body, latencyMs: 0 };
}

/** Removes an answer that a new call makes out of date, even when that call gets no answer. */
export async function forgetAnswer(queries: Queries, place: AnswerPlace): Promise<void> {
  await queries
    .deleteFrom('service_answers')
    .where((answer) => answer.and(place))
    .execute();
}

/** What is kept of a connection, the newest first; the bodies stay sealed. */
export function listAnswers(
  queries: Queries,
  environment: AnswerPlace['environment'],
): Promise<Omit<ServiceAnswersTable, 'environment' | 'key_id' | 'body_sealed'>[]> {
  return queries
    .selectFrom('service_answers')
    .select(['call', 'tax_id', 'at', 'status', 'content_type', 'size_bytes'])
    .where('environment', '=', environment)
    .orderBy('at', 'desc')
    .limit(1000)
    .execute();
}
