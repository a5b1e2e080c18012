import { ZubiError } from '../../../contract/errors.ts';
import type { ParsedInput } from '../../../contract/methods.ts';
import type { RecordField, RecordValue } from '../../../contract/record-form.ts';
import { requireDocument } from '../../platform/db/documents-table.ts';
import type { SubmissionsTable } from '../../platform/db/tables.ts';
import type { MakeOrder } from '../../validator/extract/make-order.ts';
import type { RecordForm } from '../../validator/validator-port.ts';
import type { Core, Handlers } from '../core.ts';
import { requireSubmission, toSubmission } from '../submissions/public.ts';
import { addMadeFile, discardFiles, validateMade } from '../worklist/public.ts';
import { choose, makeFile, requireAnswered, requireRecords } from './corrections.ts';
import { joinToWaiting, readChanges } from './pending-changes.ts';
import { findRecordResult, listLaterSteps } from './record-states.ts';

/** Modifications of records that the LROE has, from their form. */
export function modificationHandlers(core: Core) {
  return {
    'submissions.recordForm': async (input) => {
      const { row, record, recordForm } = await openRecord(core, input);
      const { key, fields, values } = recordForm;
      const { form, sentAt } = toSubmission(row);
      const source = { submissionId: row.id, record, file: row.file_name, sentAt };
      const told = await findRecordResult(core.store.queries, row.id, record);
      const { pending, joins } = await readChanges(core, row, key);
      const shown = { fields: [...fields], values: [...values], pending: [...pending], joins };
      return { source, form, key, told, ...shown };
    },
    'submissions.checkModification': async (input) => check(core, input),
    'submissions.buildModification': async ({ alone, ...input }) => build(core, input, alone),
  } satisfies Partial<Handlers>;
}

/** A separate file, or joined to other modified records that wait on Submit. */
async function build(core: Core, input: Changed, alone: boolean) {
  const { row, order, recordForm } = await openChanged(core, input);
  const made = await makeFile(core, row, order, 'modified');
  const { joins } = alone ? { joins: null } : await readChanges(core, row, recordForm.key);
  const joined = joins === null ? null : await joinToWaiting(core, made, joins.fileId);
  const file = await addMadeFile(core, joined ?? made);
  if (joins !== null && joined !== null) await discardFiles(core, [joins.fileId]);
  return { file };
}

interface OpenRecord {
  /** The submission whose record the LROE has now, and the record's position in it. */
  readonly row: SubmissionsTable;
  readonly record: number;
  readonly xml: Uint8Array;
  readonly recordForm: RecordForm;
}

async function openRecord(
  core: Core,
  { id, record }: ParsedInput<'submissions.recordForm'>,
): Promise<OpenRecord> {
  const asked = await requireAnswered(core, id);
  requireRecords(asked, [record]);
  if (!(await choose(core, asked)).cancellable.includes(record))
    throw new ZubiError('record_not_there', { id, record });
  const [later] = await listLaterSteps(core.store.queries, asked.sequence, [record]);
  const row = later === undefined ? asked : await requireSubmission(core, later.submissionId);
  const place = later?.laterRecord ?? record;
  const xml = await requireDocument(core.store.queries, row.sha256);
  const recordForm = await core.validator.readRecordForm(xml, place);
  if (recordForm === null) throw new ZubiError('record_form_unreadable', { id, record });
  return { row, record: place, xml, recordForm };
}

type Changed = ParsedInput<'submissions.checkModification'>;

async function openChanged(core: Core, { values, ...asked }: Changed) {
  const opened = await openRecord(core, asked);
  const { fields } = opened.recordForm;
  const unknown = values.find(({ path }) => !isPlace(fields, path));
  if (unknown !== undefined) throw new ZubiError('record_field_unknown', { path: unknown.path });
  const path = changedIdentity(opened.recordForm, values);
  if (path !== undefined) throw new ZubiError('record_identity_changed', { path });
  const order: MakeOrder = { kind: 'modify', record: opened.record, values };
  return { ...opened, order };
}

/** Whether a path may have a value: with a number only where names may repeat. */
function isPlace(fields: readonly RecordField[], path: string): boolean {
  let above = '';
  const steps = path.split('/');
  return steps.every((step, index) => {
    const [, name = '', number] = /^([^[\]]+)(?:\[([1-9]\d{0,4})\])?$/.exec(step) ?? [];
    above = above === '' ? name : `${above}/${name}`;
    const field = fields.find((each) => each.path === above);
    const isLast = index === steps.length - 1;
    return (
      field !== undefined &&
      field.max > 1 === (number !== undefined) &&
      (field.kind === 'group') !== isLast
    );
  });
}

/** The first part of the record's identity that would change. */
function changedIdentity(
  { fields, values: before }: RecordForm,
  after: readonly RecordValue[],
): string | undefined {
  const identity = fields.filter(({ isIdentity }) => isIdentity).map(({ path }) => path);
  const find = (values: readonly RecordValue[], wanted: string) =>
    values.find(({ path }) => path === wanted)?.value;
  return identity.find((path) => find(before, path) !== find(after, path));
}

async function check(core: Core, input: Changed) {
  const { xml, order } = await openChanged(core, input);
  const [made] = await core.validator.makeDocuments(xml, order);
  if (made === undefined) throw new ZubiError('file_not_valid');
  const { verdict, issueCounts, issues } = await validateMade(core, made.bytes);
  const places = (await core.validator.readRecordForm(made.bytes, 1))?.places ?? [];
  const paths = new Map(places.map(({ line, column, path }) => [`${line}:${column}`, path]));
  return {
    verdict,
    issueCounts,
    issues: issues.map((issue) => ({
      ...issue,
      field: paths.get(`${issue.line}:${issue.column}`) ?? null,
    })),
  };
}
