import type { AuthorizationState } from '../../../contract/company.ts';
import type { Output, ParsedInput } from '../../../contract/methods.ts';
import { discardIncoming, requireOnDisk } from '../../platform/files/incoming.ts';
import { isBizkaia } from '../connection/public.ts';
import type { Core, Handlers } from '../core.ts';
import {
  type AuthorizationRow,
  listAuthorizationEvents,
  listAuthorizations,
  listUploads,
} from './authorizations-table.ts';
import { decide, noteUpload, resolve, setExpiry } from './decisions.ts';
import { showIncoming, showUploaded } from './documents.ts';
import { checkDocument, matchFiles } from './matching.ts';
import { decideRow, outcomeOf, presentAll, presentOne, toUpload } from './present.ts';
import { recordAll } from './record-all.ts';
import { templateDocument, templateHandlers } from './template.ts';
import type { Uploader } from './uploads.ts';

/** An authorization counts as expiring from so many days before its end. */
const reminderDays = 60;

/** Representation authorizations: their documents, the service's decisions and their events. */
export function authorizationHandlers(core: Core, uploader: Uploader) {
  const after = async ({ companyId }: { readonly companyId: string }, work: Promise<void>) => {
    await work;
    return presentOne(core, companyId);
  };
  return {
    'authorizations.list': (filter) => list(core, filter),
    'authorizations.get': async ({ companyId }) => {
      const authorization = await presentOne(core, companyId);
      const events = await listAuthorizationEvents(core.store.queries, companyId);
      const rows = await listUploads(core.store.queries, companyId);
      const uploads = rows.map((row) => toUpload(row, outcomeOf(row.id, events)));
      return { authorization, uploads, events };
    },
    'authorizations.limits': async () => ({
      maxBytes: core.connection.profile().limits.maxAuthorizationBytes,
    }),
    'authorizations.check': async ({ fileId }) => {
      const file = await requireOnDisk(core, fileId);
      return { fileId, name: file.name, check: await checkDocument(core, file) };
    },
    'authorizations.match': ({ fileIds }) => matchFiles(core, fileIds),
    'authorizations.discard': async ({ fileIds }) => {
      await discardIncoming(core, fileIds);
      return {};
    },
    'authorizations.upload': (input) => after(input, uploader.upload(input)),
    'authorizations.resolve': (input) => after(input, resolve(core, input)),
    'authorizations.noteUpload': (input) => after(input, noteUpload(core, input)),
    'authorizations.decide': (input) => after(input, decide(core, input)),
    'authorizations.decideAll': ({ companies, ...result }) =>
      recordAll(companies, (company) => decide(core, { ...result, ...company })),
    'authorizations.noteUploadAll': ({ companies, ...result }) =>
      recordAll(companies, ({ companyId }) => noteUpload(core, { ...result, companyId })),
    'authorizations.resolveAll': ({ companies, ...result }) =>
      recordAll(companies, ({ companyId }) => resolve(core, { ...result, companyId })),
    'authorizations.setExpiry': (input) => after(input, setExpiry(core, input)),
    'authorizations.document': (input) => {
      if ('uploadId' in input) return showUploaded(core, input.uploadId);
      return 'fileId' in input ? showIncoming(core, input.fileId) : templateDocument(core);
    },
    ...templateHandlers(core),
  } satisfies Partial<Handlers>;
}

async function list(
  core: Core,
  filter: ParsedInput<'authorizations.list'>,
): Promise<Output<'authorizations.list'>> {
  const all = await listAuthorizations(core);
  const validated = all.map((row) => ({ row, ...decideRow(core, row) }));
  const endsWithin = ({ row, required, daysLeft }: DecidedRow, days: number) =>
    required && row.authorization === 'approved' && daysLeft !== null && daysLeft <= days;
  const { companyId, states, expiringWithinDays, unresolved, blocking } = filter;
  const chosen = validated.filter(
    (one) =>
      (companyId === undefined || one.row.id === companyId) &&
      (states === undefined || states.includes(one.row.authorization)) &&
      (expiringWithinDays === undefined || endsWithin(one, expiringWithinDays)) &&
      (unresolved !== true || one.row.open_as === 'unknown') &&
      (blocking !== true || isBlocking(one)),
  );
  if (expiringWithinDays !== undefined)
    chosen.sort((a, b) => (a.daysLeft ?? 0) - (b.daysLeft ?? 0));
  const count = (holds: (one: DecidedRow) => boolean) => validated.filter(holds).length;
  const inState = (state: AuthorizationState) => count(({ row }) => row.authorization === state);
  return {
    authorizations: await presentAll(
      core,
      chosen.map(({ row }) => row),
    ),
    counts: {
      none: inState('none'),
      pending_validation: inState('pending_validation'),
      approved: inState('approved'),
      rejected: inState('rejected'),
      unresolved: count(({ row }) => row.open_as === 'unknown'),
      expiring: count((one) => endsWithin(one, reminderDays)),
      blocking: count(isBlocking),
    },
  };
}

/** Only companies of Bizkaia submit, so no other company's submissions wait. */
function isBlocking({ row, fault }: DecidedRow): boolean {
  return fault !== null && isBizkaia(row.territory_name);
}

type DecidedRow = { readonly row: AuthorizationRow } & ReturnType<typeof decideRow>;
