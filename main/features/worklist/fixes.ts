import pLimit from 'p-limit';
import { type ErrorCode, ZubiError } from '../../../contract/errors.ts';
import type { ChosenFix, FixOffer } from '../../../contract/methods/fixes.ts';
import type { Output } from '../../../contract/methods.ts';
import type { FileOrigin, WorklistFile } from '../../../contract/worklist.ts';
import { requireDocument } from '../../platform/db/documents-table.ts';
import type { WorklistFilesTable } from '../../platform/db/tables.ts';
import { gunzip } from '../../platform/files/compression.ts';
import { loadTexts } from '../../platform/texts.ts';
import type { FixedDocument, FixOrder } from '../../validator/fixes/fix-order.ts';
import { isFixable } from '../../validator/fixes/plan.ts';
import { maxListedIssues } from '../../validator/issue-list.ts';
import type { Core, Handlers } from '../core.ts';
import { findFileOrigin } from './file-origins.ts';
import { withHistoryWarnings } from './history-warnings.ts';
import { discardFiles, requireFile } from './intake.ts';
import { addMadeFiles } from './made-files.ts';
import { madeName, madeWord } from './made-name.ts';
import { parseHeadline, parseIssues, readWorklist } from './worklist.ts';

type Served =
  | 'submissions.fixes'
  | 'submissions.previewFix'
  | 'submissions.applyFix'
  | 'submissions.planFixes'
  | 'submissions.applyFixes';

/** Files that are fixed at once: the threads serve others meanwhile. */
const fixedAtOnce = pLimit(2);

/** Fixing files of the worklist where one right answer exists. */
export function fixHandlers(core: Core): Handlers<Served> {
  return {
    'submissions.fixes': async ({ fileId }) => ({ fixes: await listFixes(core, fileId) }),
    'submissions.previewFix': async ({ fileId, chosen, offset, limit }) => {
      const file = await requireFile(core, fileId);
      const { total, changes, bytes, validation } = await fixFile(core, file, {
        chosen,
        offset,
        limit,
      });
      const { verdict, issueCounts } = await withHistoryWarnings(
        core,
        validation,
        async () => bytes,
      );
      return { total, changes: [...changes], after: { verdict, issueCounts } };
    },
    'submissions.applyFix': async ({ fileId, chosen }) => applyFixes(core, fileId, chosen),
    'submissions.planFixes': async ({ fileIds }) => {
      const planned = await fixedAtOnce.map([...new Set(fileIds)], async (fileId) => ({
        fileId,
        fixes: await listFixes(core, fileId),
      }));
      return { files: planned.filter(({ fixes }) => fixes.length > 0) };
    },
    'submissions.applyFixes': async ({ files }) => applyToAll(core, files),
  };
}

async function listFixes(core: Core, fileId: string): Promise<FixOffer[]> {
  const file = await requireFile(core, fileId);
  if (!mayHaveFixes(file)) return [];
  const result = await core.validator.fix(await readXml(core, file), { kind: 'offers' });
  return result.kind === 'offers' ? [...result.offers] : [];
}

/**
 * Whether an engine has to be asked: what is listed says so, unless there is more than is listed.
 */
function mayHaveFixes({ sha256, validation, issues_gzip }: WorklistFilesTable): boolean {
  if (sha256 === null || validation === null || issues_gzip === null) return false;
  const { error, warning, info } = parseHeadline(validation).issueCounts;
  if (error + warning + info > maxListedIssues) return true;
  return parseIssues(issues_gzip).some(({ code }) => isFixable(code));
}

async function readXml(core: Core, { sha256, name }: WorklistFilesTable): Promise<Uint8Array> {
  if (sha256 === null) throw new ZubiError('fix_not_possible', { name });
  const kept = await requireDocument(core.store.queries, sha256);
  return gunzip(kept);
}

async function fixFile(
  core: Core,
  file: WorklistFilesTable,
  order: Omit<Extract<FixOrder, { kind: 'fix' }>, 'kind'>,
): Promise<FixedDocument> {
  const result = await core.validator.fix(await readXml(core, file), { kind: 'fix', ...order });
  if (result.kind !== 'fixed' || result.document === null)
    throw new ZubiError('fix_not_possible', { name: file.name });
  return result.document;
}

async function applyFixes(
  core: Core,
  fileId: string,
  chosen: readonly ChosenFix[],
): Promise<{ file: WorklistFile; total: number }> {
  const source = await requireFile(core, fileId);
  const { bytes, total } = await fixFile(core, source, { chosen, offset: 0, limit: 1 });
  return { file: await addChangedFile(core, source, { bytes, kind: 'mended' }), total };
}

async function applyToAll(
  core: Core,
  wanted: readonly { readonly fileId: string; readonly chosen: readonly ChosenFix[] }[],
): Promise<Output<'submissions.applyFixes'>> {
  const files: WorklistFile[] = [];
  const others: { fileId: string; code: ErrorCode }[] = [];
  let total = 0;
  await fixedAtOnce.map(wanted, async ({ fileId, chosen }) => {
    try {
      const fixed = await applyFixes(core, fileId, chosen);
      files.push(fixed.file);
      total += fixed.total;
    } catch (error) {
      if (!(error instanceof ZubiError)) throw error;
      others.push({ fileId, code: error.code });
    }
  });
  return { files, total, others };
}

/**
 * Puts what became of a file on the worklist. It names the first file it comes from, and keeps the
 * submission that one comes from, so that sending it is known to follow. A file that was itself
 * made here and has not been sent goes: it was a step on the way. Any other stays behind the new
 * one, which takes its place on the list.
 */
export async function addChangedFile(
  core: Core,
  source: Pick<WorklistFilesTable, 'id' | 'name'>,
  { bytes, kind }: { readonly bytes: Uint8Array; readonly kind: 'mended' | 'edited' },
): Promise<WorklistFile> {
  const origin = await findFileOrigin(core.store.queries, source.id);
  const isStep = origin?.kind === 'mended' || origin?.kind === 'edited';
  const first = isStep ? origin.file_name : source.name;
  const made: FileOrigin = { kind, submissionId: origin?.submission_id ?? null, file: first };
  const name = madeName(first, madeWord(loadTexts(core.settings.read().language), kind));
  const [replaced] = origin ? await readWorklist(core, [source.id]) : [];
  const givesPlace = replaced?.submission === null;
  const sourceId = givesPlace ? (origin?.source_id ?? null) : source.id;
  const [file] = await addMadeFiles(core, [{ name, bytes, origin: made, sourceId }]);
  if (!file) throw new ZubiError('file_unknown', { id: source.id });
  if (givesPlace) await discardFiles(core, [source.id]);
  return file;
}
