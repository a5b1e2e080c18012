import { addYears, maxAuthorizationYears } from '../../../contract/days.ts';
import { ZubiError } from '../../../contract/errors.ts';
import { dayOf } from '../../../contract/formats.ts';
import type { ParsedInput } from '../../../contract/methods.ts';
import type { Core } from '../core.ts';
import { findUploads, listAuthorizationEvents } from './authorizations-table.ts';
import { closed, refuseWhileOpen, takeStep, withoutDecision } from './steps.ts';

/**
 * Records the result of the service's review. Throws when an upload is open (which document the
 * service has is unknown), when nothing is pending, when a newer document has replaced the one
 * shown, or when the day is before the document's.
 */
export async function decide(
  core: Core,
  input: ParsedInput<'authorizations.decide'>,
): Promise<void> {
  const { companyId, decision, documentId } = input;
  const today = dayOf(core.clock());
  const decidedOn = input.date ?? today;
  const latest = addYears(decidedOn, maxAuthorizationYears);
  const expiresOn = decision === 'approved' ? (input.expiresOn ?? latest) : null;
  if (decidedOn > today)
    throw new ZubiError('authorization_day', { date: decidedOn, latest: today });
  requireExpiry(expiresOn, decidedOn);
  const reason = input.reason || null;
  await takeStep(core, companyId, async (row, queries) => {
    refuseWhileOpen(row);
    const { authorization: state, full_name: name, upload_id: uploadId } = row;
    // Service specification, part 3: nothing else can be reviewed.
    if (state !== 'pending_validation')
      throw new ZubiError('authorization_state', { name, state, decision });
    if (documentId !== undefined && documentId !== uploadId)
      throw new ZubiError('authorization_replaced', { name });
    const earliest = await dayOfDocument(queries, companyId, uploadId);
    if (earliest !== null && decidedOn < earliest)
      throw new ZubiError('authorization_day', { date: decidedOn, earliest });
    return {
      kind: decision,
      to: decision,
      uploadId,
      data: { date: decidedOn, expiresOn, reason },
      change: { decided_on: decidedOn, reason, expires_on: expiresOn },
    };
  });
}

/** The day on which the service got the document under review; null when unknown. */
async function dayOfDocument(
  queries: Core['store']['queries'],
  companyId: string,
  uploadId: string | null,
): Promise<string | null> {
  if (uploadId !== null) {
    const [upload] = await findUploads(queries, [uploadId]);
    return upload ? dayOf(new Date(upload.created_at)) : null;
  }
  const events = await listAuthorizationEvents(queries, companyId);
  const day = events.find(({ kind }) => kind === 'noted')?.data.date;
  return typeof day === 'string' ? day : null;
}

/** Requires an expiry after the decision and at most five years later. */
function requireExpiry(expiresOn: string | null, decidedOn: string): void {
  if (expiresOn === null) return;
  const latest = addYears(decidedOn, maxAuthorizationYears);
  if (expiresOn > decidedOn && expiresOn <= latest) return;
  throw new ZubiError('authorization_dates', { date: decidedOn, expiresOn, latest });
}

/** Changes the last day of an approved authorization. */
export async function setExpiry(
  core: Core,
  input: ParsedInput<'authorizations.setExpiry'>,
): Promise<void> {
  const { companyId, expiresOn } = input;
  await takeStep(core, companyId, (row) => {
    const { authorization: state, full_name: name } = row;
    if (state !== 'approved') throw new ZubiError('authorization_state', { name, state });
    requireExpiry(expiresOn, row.decided_on ?? dayOf(core.clock()));
    return {
      kind: 'expiry_changed',
      to: state,
      uploadId: row.upload_id,
      data: { expiresOn, before: row.expires_on },
      change: { expires_on: expiresOn },
    };
  });
}

/** Closes an upload whose answer was lost, with what a person saw in the service's panel. */
export async function resolve(
  core: Core,
  input: ParsedInput<'authorizations.resolve'>,
): Promise<void> {
  const { companyId, decision, note: text } = input;
  await takeStep(core, companyId, (row) => {
    const { authorization: state, full_name: name, open_upload_id: uploadId } = row;
    if (row.open_as !== 'unknown') throw new ZubiError('authorization_state', { name, state });
    const arrived = decision === 'received';
    return {
      kind: 'resolved',
      to: arrived ? 'pending_validation' : state,
      uploadId,
      data: { decision, note: text },
      change: arrived ? { ...closed, ...withoutDecision, upload_id: uploadId } : closed,
    };
  });
}

/**
 * Records a document uploaded in the service's panel (service specification, 4.3). It waits for
 * review like any other.
 */
export async function noteUpload(
  core: Core,
  input: ParsedInput<'authorizations.noteUpload'>,
): Promise<void> {
  const { companyId, note: text } = input;
  const today = dayOf(core.clock());
  const date = input.date ?? today;
  if (date > today) throw new ZubiError('authorization_day', { date, latest: today });
  await takeStep(core, companyId, (row) => {
    refuseWhileOpen(row);
    return {
      kind: 'noted',
      to: 'pending_validation',
      uploadId: null,
      data: { date, note: text },
      change: { ...withoutDecision, upload_id: null },
    };
  });
}
