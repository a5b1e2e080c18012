import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Input, Output } from '../../../contract/methods.ts';
import { sampleFiles } from '../../../main/validator/sample-files.ts';
import { share } from '../../fixtures/lifetime.ts';
import { makeZip } from '../../fixtures/make-zip.ts';
import { sampled } from '../../rounds.ts';
import { inNextVersion, publishedFiles } from '../../unit/schemas/published.ts';
import { type Office, openOffice, openPractisingOffice } from '../core/office.ts';

type Files = ReadonlyMap<string, Uint8Array>;
const sample = sampleFiles('M1', 1).find(({ name }) => name.startsWith('recibidas'))?.xml ?? '';
const next = inNextVersion(sample);

async function take(office: Office, files: Files): Promise<string[]> {
  const ids: string[] = [];
  for (const [name, bytes] of files) {
    const taken = await office.app.takeFile({ name, bytes });
    if (!taken.ok) throw new Error(taken.error.code);
    ids.push(taken.value.fileId);
  }
  return ids;
}

type InstallInput = Omit<Input<'schemas.install'>, 'fileIds'>;
const install = async (
  office: Office,
  files: Files,
  input: InstallInput = {},
): Promise<Output<'schemas.install'>> =>
  office.call('schemas.install', { fileIds: await take(office, files), ...input });

const verdictOf = async (office: Office, xml: string) =>
  (await office.drop('a.xml', xml)).judged?.verdict;
const zipped = (files: Files, folder = ''): Files =>
  new Map([
    [
      'esquemas.zip',
      makeZip([...files].map(([name, content]) => ({ name: folder + name, content }))),
    ],
  ]);

describe('an installed package of schemas', () => {
  const opened = share(async () => {
    const office = await openOffice({ ownValidator: true });
    const before = await verdictOf(office, next);
    return { office, before, first: await install(office, zipped(publishedFiles(), 'LROE/')) };
  });

  it('makes the next version known without a restart, and keeps the one before', async () => {
    const { office, before, first } = opened();
    const { outcome, package: installed, differences } = first;
    expect([before, outcome, differences]).toEqual(['invalid', 'installed', []]);
    expect(installed).toMatchObject({
      source: 'zip',
      sourceName: 'esquemas.zip',
      version: '1.0.2',
      forms: ['240-received'],
    });
    expect([await verdictOf(office, next), await verdictOf(office, sample)]).not.toContain(
      'invalid',
    );
    const again = await office.restart();
    opened().office = again;
    expect(await verdictOf(again, next)).not.toBe('invalid');
    const { packages, schemas } = await again.call('schemas.list', {});
    expect(packages.map(({ id, damaged }) => [id, damaged])).toEqual([
      ['built-in', false],
      [installed.id, false],
    ]);
    expect(schemas.find(({ packageId }) => packageId === installed.id)).toMatchObject({
      active: true,
      form: '240-received',
    });
  });

  it('is the same one from loose files, a zip and a folder of the same content', async () => {
    const { office, first } = opened();
    for (const files of [publishedFiles(), zipped(publishedFiles())])
      expect(await install(office, files)).toMatchObject({
        outcome: 'nothing_new',
        package: first.package,
      });
    const folder = mkdtempSync(join(tmpdir(), 'zubi-schemas-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    for (const [name, bytes] of publishedFiles()) {
      mkdirSync(dirname(join(folder, 'LROE', name)), { recursive: true });
      writeFileSync(join(folder, 'LROE', name), bytes);
    }
    const taken = await office.app.takeFile({ name: 'LROE', path: join(folder, 'LROE') });
    const fileIds = taken.ok ? [taken.value.fileId] : [];
    expect((await office.call('schemas.install', { fileIds })).outcome).toBe('nothing_new');
  });
});

describe('the installation of schemas', () => {
  it('asks before it takes a package with other verdicts on the samples', async () => {
    const office = await openOffice({ ownValidator: true });
    const fileIds = await take(office, publishedFiles(5));
    const refused = await office.refused('schemas.install', { fileIds });
    expect(refused).toMatchObject({
      code: 'schema_package_differs',
      details: {
        differences: [
          { schema: '240-received@1.0.2', sample: 'clean', before: 'valid', after: 'invalid' },
        ],
      },
    });
    expect((await office.call('schemas.list', {})).packages).toHaveLength(1);
    expect(
      (await office.call('schemas.install', { fileIds, confirm: true })).differences,
    ).toHaveLength(1);
    expect(await verdictOf(office, next)).toBe('invalid');
  });

  it('chooses by fiscal year, goes back and removes', async () => {
    const office = await openOffice({ ownValidator: true });
    const { package: installed } = await install(office, publishedFiles(), { fiscalYears: [2027] });
    expect(await verdictOf(office, next)).toBe('invalid');
    const { id } = installed;
    await office.call('schemas.activate', { id, forms: ['240-received'], fiscalYears: [2026] });
    expect(await verdictOf(office, next)).not.toBe('invalid');
    expect(await office.refused('schemas.remove', { id })).toMatchObject({
      code: 'schema_package_in_use',
      details: { reason: 'active' },
    });
    await office.call('schemas.activate', { id: 'built-in' });
    expect(await verdictOf(office, next)).toBe('invalid');
    const { packages } = await office.call('schemas.remove', { id });
    expect(packages.map((each) => each.id)).toEqual(['built-in']);
    expect(readdirSync(join(office.dataFolder, 'schemas'))).toEqual(['installed.json']);
    expect(await office.refused('schemas.remove', { id: 'built-in' })).toMatchObject({
      details: { reason: 'built_in' },
    });
    expect(await office.refused('schemas.activate', { id })).toMatchObject({
      code: 'schema_package_unknown',
    });
    expect(office.events.filter(({ name }) => name === 'schemas.changed')).toHaveLength(4);
  });

  it('keeps the newer version in force when an older one is installed after it', async () => {
    const office = await openOffice({ ownValidator: true });
    const [older, newer] = ['AltaModifPeticion_V1_0_2', 'AltaModifPeticion_V1_0_3'] as const;
    const newest = next.replaceAll(older, newer);
    await install(office, changed(older, newer));
    await install(office, publishedFiles());
    for (const xml of [newest, next, sample])
      expect(await verdictOf(office, xml)).not.toBe('invalid');
    await office.call('schemas.activate', { id: 'built-in' });
    expect(await verdictOf(office, newest)).toBe('invalid');
    expect(await verdictOf(office, next)).toBe('invalid');
  });

  it('keeps packages that the history refers to', async () => {
    const office = await openPractisingOffice({ ownValidator: true });
    const { package: installed } = await install(
      office,
      new Map([...publishedFiles()].map(inPlace)),
      {
        confirm: true,
      },
    );
    const file = await office.drop('a.xml', sample);
    await office.call('submissions.send', { fileIds: [file.id] });
    await office.app.idle();
    await office.call('schemas.activate', { id: 'built-in' });
    const { packages } = await office.call('schemas.list', {});
    expect(packages.find(({ id }) => id === installed.id)).toMatchObject({
      submissions: 1,
      removable: false,
      choices: [],
    });
    expect(await office.refused('schemas.remove', { id: installed.id })).toMatchObject({
      details: { reason: 'history' },
    });
  });

  it('allows no submission without a fiscal year, whatever a schema allows', async () => {
    const office = await openPractisingOffice({ ownValidator: true });
    await install(office, changed('name="Ejercicio"', 'name="Ejercicio" minOccurs="0"'), {
      confirm: true,
    });
    const { id, judged: validated } = await office.drop(
      'a.xml',
      next.replace(/\s*<Ejercicio>.*<\/Ejercicio>/, ''),
    );
    expect(validated).toMatchObject({
      verdict: expect.not.stringMatching('invalid'),
      fiscalYear: null,
    });
    expect(await office.refused('submissions.send', { fileIds: [id] })).toMatchObject({
      code: 'file_not_valid',
      details: { name: 'a.xml' },
    });
    expect((await office.call('submissions.list', {})).total).toBe(0);
  });

  it('does not use a package whose files were changed, and reports it', async () => {
    const office = await openOffice({ ownValidator: true });
    const { package: installed } = await install(office, publishedFiles());
    writeFileSync(join(office.dataFolder, 'schemas', installed.id, 'values.xsd'), ' ', {
      flag: 'a',
    });
    const again = await office.restart();
    expect((await again.call('app.status', {})).faults).toEqual([
      { code: 'schemas_damaged', details: { file: installed.id } },
    ]);
    expect((await again.call('schemas.list', {})).packages[1]).toMatchObject({ damaged: true });
    expect([await verdictOf(again, sample), await verdictOf(again, next)]).toEqual([
      expect.not.stringMatching('invalid'),
      'invalid',
    ]);
    expect((await install(again, publishedFiles())).outcome).toBe('installed');
    expect(await verdictOf(again, next)).not.toBe('invalid');
  });
});

describe('a package', () => {
  const opened = share(() => openOffice({ ownValidator: true }));

  it.each(
    sampled<[string, () => Files, string]>(
      [
        [
          'without a part',
          () => new Map([...publishedFiles()].filter(([name]) => name !== 'values.xsd')),
          'schema_package_incomplete',
        ],
        [
          'that does not compile',
          () => changed('type="', 'type="no-such-'),
          'schema_package_wrong',
        ],
        ['with a broken file', () => changed('</xs:schema>', ''), 'schema_package_wrong'],
        [
          'that leads out',
          () => new Map([['a.zip', makeZip([{ name: '../a.xsd', content: 'x' }])]]),
          'schema_package_unsafe',
        ],
        ['without schemas', () => new Map([['a.txt', new Uint8Array(3)]]), 'schema_package_empty'],
        [
          'that is half a zip',
          () =>
            new Map([
              [
                'a.zip',
                [...zipped(publishedFiles()).values()][0]?.subarray(0, 900) ?? new Uint8Array(),
              ],
            ]),
          'schema_package_unreadable',
        ],
        [
          'beside a zip',
          () => new Map([...publishedFiles(), ...zipped(publishedFiles())]),
          'schema_package_unsafe',
        ],
      ],
      3,
    ),
  )('%s changes nothing', async (_what, files, code) => {
    const office = opened();
    const before = await office.call('schemas.list', {});
    const fileIds = await take(office, files());
    expect((await office.refused('schemas.install', { fileIds, confirm: true })).code).toBe(code);
    expect(await office.call('schemas.list', {})).toEqual(before);
    expect(existsSync(join(office.dataFolder, 'schemas'))).toBe(true);
    expect(readdirSync(join(office.dataFolder, 'schemas'))).toEqual([]);
    expect(await verdictOf(office, sample)).not.toBe('invalid');
  });
});

/**
 * The published entry in the namespace of today's version, so that it replaces the built-in one.
 */
function inPlace([name, bytes]: [string, Uint8Array]): [string, Uint8Array] {
  return [
    name,
    Buffer.from(
      Buffer.from(bytes)
        .toString()
        .replaceAll('AltaModifPeticion_V1_0_2', 'AltaModifPeticion_V1_0_1'),
    ),
  ];
}

function changed(from: string, to: string): Files {
  return new Map(
    [...publishedFiles()].map(([name, bytes]) => [
      name,
      Buffer.from(Buffer.from(bytes).toString().replaceAll(from, to)),
    ]),
  );
}
