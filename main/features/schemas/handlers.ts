import pLimit from 'p-limit';
import { ZubiError } from '../../../contract/errors.ts';
import { dayOf } from '../../../contract/formats.ts';
import type { ParsedInput } from '../../../contract/methods.ts';
import type { Queries } from '../../platform/db/tables.ts';
import { discardIncoming, requireOnDisk } from '../../platform/files/incoming.ts';
import type { SchemaPackage } from '../../validator/schema/schema-package.ts';
import type { Core, Handlers } from '../core.ts';
import { formsOf } from './choices.ts';
import { describeLibrary, describePackage } from './describe.ts';
import { inspectPackage } from './inspect.ts';
import { type LibraryPackage, requirePackage } from './library.ts';
import { gatherPackage } from './package-files.ts';
import { packageFingerprint } from './package-folder.ts';

/** Listing, installing, choosing and removing schema packages; one change at a time. */
export function schemaHandlers(core: Core) {
  const inTurn = pLimit(1);
  const list = async () => describeLibrary(core.schemas, await countBySchema(core.store.queries));
  return {
    'schemas.list': list,
    'schemas.install': (input) => inTurn(() => install(core, input)),
    'schemas.activate': (input) =>
      inTurn(async () => {
        activate(core, input);
        return list();
      }),
    'schemas.remove': ({ id }) =>
      inTurn(async () => {
        await remove(core, id);
        return list();
      }),
  } satisfies Partial<Handlers>;
}

/** How many submissions were checked against each schema. */
async function countBySchema(queries: Queries): Promise<ReadonlyMap<string, number>> {
  const rows = await queries
    .selectFrom('submissions')
    .select(['schema_id', (build) => build.fn.countAll<number>().as('n')])
    .groupBy('schema_id')
    .execute();
  return new Map(rows.map((row) => [row.schema_id, row.n]));
}

async function install(core: Core, input: ParsedInput<'schemas.install'>) {
  const incoming = await Promise.all(input.fileIds.map((id) => requireOnDisk(core, id)));
  const gathered = await gatherPackage(
    incoming.map(({ name, source_path: path }) => ({ name, path })),
  );
  const [builtIn] = core.schemas.packages();
  const { package: found, differences } = await inspectPackage({
    files: gathered.files,
    known: builtIn?.content?.schemas ?? [],
    validFrom: input.validFrom ?? dayOf(core.clock()),
    current: core.schemas.current(),
  });
  const known = core.schemas.find(packageFingerprint(found));
  if (known?.content) {
    await discardIncoming(core, input.fileIds);
    const described = await describe(core, known);
    return { outcome: 'nothing_new' as const, package: described, differences: [...differences] };
  }
  if (differences.length > 0 && !input.confirm)
    throw new ZubiError('schema_package_differs', {
      count: differences.length,
      differences: differences.map((each) => ({ ...each })),
    });
  const choice = input.activate ? toChoice(found, input) : null;
  const installed = core.schemas.install(found, gathered, choice);
  await discardIncoming(core, input.fileIds);
  core.emit({ name: 'schemas.changed', payload: {} });
  const described = await describe(core, installed);
  return { outcome: 'installed' as const, package: described, differences: [...differences] };
}

async function describe(core: Core, found: LibraryPackage) {
  return describePackage(found, core.schemas, await countBySchema(core.store.queries));
}

function activate(core: Core, input: ParsedInput<'schemas.activate'>): void {
  const { content } = requirePackage(core.schemas.packages(), input.id);
  if (content === null) throw new ZubiError('schemas_damaged', { file: input.id });
  core.schemas.choose(input.id, toChoice(content, input));
  core.emit({ name: 'schemas.changed', payload: {} });
}

function toChoice(
  content: SchemaPackage,
  { forms, fiscalYears, from }: Omit<ParsedInput<'schemas.activate'>, 'id'>,
) {
  const has = formsOf(content);
  const missing = forms?.find((form) => !has.includes(form));
  if (missing !== undefined) throw new ZubiError('schema_package_unknown', { id: missing });
  return {
    forms: forms === undefined ? has : [...new Set(forms)],
    fiscalYears: fiscalYears === undefined ? null : [...new Set(fiscalYears)].sort(),
    from: from ?? null,
  };
}

async function remove(core: Core, id: string): Promise<void> {
  const found = requirePackage(core.schemas.packages(), id);
  const { source, choices, submissions } = await describe(core, found);
  const inUse = (reason: string) => new ZubiError('schema_package_in_use', { id, reason });
  if (source === 'built_in') throw inUse('built_in');
  if (choices.length > 0) throw inUse('active');
  if (submissions > 0) throw inUse('history');
  core.schemas.remove(id);
  core.emit({ name: 'schemas.changed', payload: {} });
}
