import pLimit from 'p-limit';
import { type ErrorCode, ZubiError } from '../../../contract/errors.ts';
import type { ChosenFix, FixOffer } from '../../../contract/methods/fixes.ts';
import type { Output, ParsedInput } from '../../../contract/methods.ts';
import type { FileOrigin, WorklistFile } from '../../../contract/worklist.ts';
import { requireDocument } from '../../platform/db/documents-table.ts';
import type { WorklistFilesTable } from '../../platform/db/worklist-tables.ts';
import type { FixedDocument, FixOrder } from '../../validator/fixes/fix-order.ts';
import { isFixable } from '../../validator/fixes/plan.ts';
import type { Core, Handlers } from '../core.ts';
import { findFileOrigin, listJoinedSources } from './file-origins.ts';
import { withHistoryWarnings } from './history-warnings.ts';
import { discardFiles, requireFile } from './intake.ts';
import { addMadeFile } from './made-files.ts';
import { nameMade } from './made-name.ts';
import { parseWhole } from './stored-verdict.ts';
import { readWorklist } from './worklist.ts';

/** Files fixed at the same time, so that the threads also serve others. */
const fixedAtOnce = pLimit(2);

/** Fixes files of the worklist where there is one right answer. */
export function fixHandlers(core: Core) {
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
        fixes: await listFixes(core, fileId).catch(noFixes),
      }));
      return { files: planned.filter(({ fixes }) => fixes.length > 0) };
    },
    'submissions.applyFixes': async ({ files }) => applyToAll(core, files),
  } satisfies Partial<Handlers>;
}

/** One file that has left the list, or takes too long, ends no other's. */
function noFixes(error: unknown): FixOffer[] {
  const passedOver: readonly ErrorCode[] = ['file_unknown', 'check_failed'];
  if (error instanceof ZubiError && passedOver.includes(error.code)) return [];
  throw error;
}

async function listFixes(core: Core, fileId: string): Promise<FixOffer[]> {
  const file = await requireFile(core, fileId);
  if (!mayHaveFixes(file)) return [];
  return [...(await core.validator.offerFixes(await readXml(core, file)))];
}

/** Whether an engine must be asked: the stored issues decide, unless some are not stored. */
function mayHaveFixes({ sha256, validation, issues_gzip }: WorklistFilesTable): boolean {
  if (sha256 === null || validation === null || issues_gzip === null) return false;
  return (
    parseWhole({ validation, issues_gzip })?.issues.some(({ code }) => isFixable(code)) ?? true
  );
}

async function readXml(core: Core, { sha256, name }: WorklistFilesTable): Promise<Uint8Array> {
  if (sha256 === null) throw new ZubiError('fix_not_possible', { name });
  return requireDocument(core.store.queries, sha256);
}

async function fixFile(
  core: Core,
  file: WorklistFilesTable,
  order: FixOrder,
): Promise<FixedDocument> {
  const fixed = await core.validator.fix(await readXml(core, file), order);
  if (fixed === null) throw new ZubiError('fix_not_possible', { name: file.name });
  return fixed;
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
  wanted: ParsedInput<'submissions.applyFixes'>['files'],
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
 * Puts a fixed file on the worklist. It names the first file it comes from, and keeps that file's
 * submission, so that sending it counts as its successor. A file that was itself made here and not
 * sent is removed: it was an intermediate step. Any other stays as the original of the new one,
 * which takes its place on the list.
 */
export async function addChangedFile(
  core: Core,
  source: WorklistFilesTable,
  { bytes, kind }: { readonly bytes: Uint8Array; readonly kind: 'mended' | 'edited' },
): Promise<WorklistFile> {
  const origin = await findFileOrigin(core.store.queries, source.id);
  const isStep = origin?.kind === 'mended' || origin?.kind === 'edited';
  // A changed cancellation still cancels, and corrects nothing of its submission.
  const isChange = origin?.kind === 'cancellation' || origin?.kind === 'modified';
  const isPart =
    !isChange && origin?.submission_id != null && (await hasFewer(core, source, bytes));
  const own = isChange ? origin.kind : kind;
  const first = isStep ? origin.file_name : source.name;
  const made: FileOrigin = {
    kind: isPart ? 'modified' : own,
    submissionId: origin?.submission_id ?? null,
    file: first,
  };
  const name = nameMade(core, first, kind);
  const [replaced] = origin ? await readWorklist(core, [source.id]) : [];
  const givesPlace = replaced?.submission === null;
  const sourceId = givesPlace ? (origin?.source_id ?? null) : source.id;
  const joined = await listJoinedSources(core.store.queries, source.id);
  const file = await addMadeFile(core, { name, bytes, origin: made, sourceId, joined });
  if (givesPlace) await discardFiles(core, [source.id]);
  return file;
}

/**
 * Whether records were deleted: the rest of a correction may not be all that its submission needs.
 */
async function hasFewer(core: Core, source: WorklistFilesTable, bytes: Uint8Array) {
  const count = async (xml: Uint8Array) => (await core.validator.readRecords(xml)).length;
  try {
    return (await count(bytes)) < (await count(await readXml(core, source)));
  } catch {
    // A text that is no document: the check of the new file says so.
    return false;
  }
}
