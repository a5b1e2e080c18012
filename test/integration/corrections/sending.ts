import type { Issue } from '../../../contract/verdict.ts';
import type { AppOptions } from '../../../main/app-options.ts';
import { createServiceClient } from '../../../main/service/client.ts';
import type { RawAnswer, SendOutcome } from '../../../main/service/client-port.ts';
import { toSendOutcome } from '../../../main/service/outcome.ts';
import { defaultServiceProfile, type ServiceProfile } from '../../../main/service/profile.ts';
import { createRedactor } from '../../../main/service/redaction.ts';
import type { Office } from '../core/office.ts';

export const person = { taxId: '09760433S', name: 'Etxeberria Agirre Miren' };
export const company = { taxId: 'A99800476', name: 'Bizkaiko Lantegiak SA' };

export const books = [
  { book: '140-with-invoice', taxpayer: person },
  { book: '140-without-invoice', taxpayer: person },
  { book: '240-received', taxpayer: company },
] as const;

/**
 * Sends a file of the worklist and returns its end; with `confirmDuplicates` although it repeats
 * something.
 */
export async function sendFile(office: Office, fileId: string, confirmDuplicates = false) {
  const { submissions } = await office.call('submissions.send', {
    fileIds: [fileId],
    confirmDuplicates,
  });
  await office.app.idle();
  const id = submissions[0]?.id ?? '';
  return (await office.call('submissions.get', { id })).submission;
}

/** Drops a document and sends it. */
export async function send(
  office: Office,
  name: string,
  content: string | Uint8Array,
  confirmDuplicates = false,
) {
  const file = await office.drop(name, content);
  return sendFile(office, file.id, confirmDuplicates);
}

/** The sent document, byte for byte. */
export async function sentBytes(office: Office, id: string): Promise<Buffer> {
  const { contentBase64 } = await office.call('submissions.document', { id, part: 'sent' });
  return Buffer.from(contentBase64, 'base64');
}

/** The history's warnings on a file of the worklist. */
export async function historyIssues(office: Office, fileId: string): Promise<Issue[]> {
  const { issues } = await office.call('submissions.issues', { fileId, limit: 1000 });
  return issues.filter(({ code }) => code.startsWith('history_'));
}

/** What a service that is not there answers: the file was not delivered. */
export const notDelivered = {
  kind: 'not_delivered',
  error: { code: 'service_not_found', details: {} },
  raw: null,
  retryAfterMs: null,
} as const;

/** A sandbox's answer, in the names of the wire. */
export interface WireAnswer {
  readonly result: string | null;
  readonly records: readonly WireRecord[] | null;
  readonly ledger_response_xml: string | null;
  readonly message: string | null;
}

interface WireRecord {
  readonly key: Readonly<Record<string, string | null>>;
  readonly state: string | null;
  readonly code: string | null;
}

/**
 * The real client on the real sandbox, with answers changed by the test: the body of each is
 * changed, sent in the form of `send`, and read again.
 */
export function withAnswers(
  change: (answer: WireAnswer) => Partial<WireAnswer> | SendOutcome,
  profile: ServiceProfile = defaultServiceProfile(),
  send: (raw: RawAnswer) => RawAnswer = (raw) => raw,
): Partial<AppOptions> {
  return {
    createClient: (baseUrl) => {
      const log = { info: () => {}, warn: () => {}, error: () => {} };
      const client = createServiceClient({ baseUrl, profile, transport: {}, log });
      return {
        ...client,
        send: async (request) => {
          const outcome = await client.send(request);
          if (outcome.kind !== 'answered') return outcome;
          const answer = JSON.parse(Buffer.from(outcome.raw.body).toString()) as WireAnswer;
          const changed = change(answer);
          if ('kind' in changed) return changed;
          const body = Buffer.from(JSON.stringify(changed));
          return readAnew(send({ ...outcome.raw, body }), profile);
        },
      };
    },
  };
}

function readAnew(raw: RawAnswer, profile: ServiceProfile): SendOutcome {
  const context = { profile, redactor: createRedactor([]), now: new Date() };
  return toSendOutcome({ kind: 'answered', raw, retryAfter: null }, context);
}
