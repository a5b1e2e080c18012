import { lstatSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleFiles } from '../../../main/validator/sample-files.ts';
import { makeZip } from '../../fixtures/make-zip.ts';
import { sampled } from '../../rounds.ts';
import { inNextVersion, publishedFiles } from '../../unit/schemas/published.ts';
import { openOffice } from '../core/office.ts';
import { command } from '../hosts/run-command.ts';
import { makeFolder } from '../hosts/run-zubi.ts';

const sample = sampleFiles('M1', 1).find(({ name }) => name.startsWith('recibidas'))?.xml ?? '';
let folder: Awaited<ReturnType<typeof makeFolder>>;
const at = (...names: string[]) => join(folder.path, ...names);

beforeAll(async () => {
  folder = await makeFolder();
  mkdirSync(at('published', 'LROE'), { recursive: true });
  mkdirSync(at('incomplete'));
  for (const [name, bytes] of publishedFiles()) {
    writeFileSync(at('published', 'LROE', name), bytes);
    if (name !== 'values.xsd') writeFileSync(at('incomplete', name), bytes);
  }
  writeFileSync(
    at('published.zip'),
    makeZip([...publishedFiles()].map(([name, content]) => ({ name, content }))),
  );
  writeFileSync(at('next.xml'), inNextVersion(sample));
  writeFileSync(at('comma.xml'), sample.replace('1000.00', '1000,00'));
});
afterAll(() => folder.remove());

describe('zubi validate --schemas', () => {
  it.each(sampled(['published', 'published.zip'], 1))(
    'validates by the files of %s, for this command only',
    async (schemas) => {
      const args = ['validate', at('next.xml'), '--checks', 'schema'];
      expect((await command([...args, '--schemas', at(schemas)])).exitCode).toBe(0);
      expect((await command(args)).exitCode).toBe(1);
    },
  );

  it('validates nothing by an incomplete package', async () => {
    const { exitCode, stdout, stderr } = await command([
      'validate',
      at('next.xml'),
      '--schemas',
      at('incomplete'),
    ]);
    expect([exitCode, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/values\.xsd.*\(schema_package_incomplete\)/);
  });
});

describe('zubi validate --format', () => {
  it.each(
    sampled(
      [
        ['json', /^\{\s+"files"/],
        ['csv', /^\uFEFFArchivo;/],
        ['html', /^<!doctype html>/],
        ['junit', /^<\?xml[^>]*>\s*<testsuites /],
        ['sarif', /"version": "2\.1\.0"/],
        ['text', /^✗ /],
      ] as const,
      1,
    ),
  )('writes %s, to a file too, with the same exit code', async (format, beginning) => {
    const args = ['validate', at('comma.xml'), '--checks', 'schema', '--format', format];
    const printed = await command(args);
    expect([printed.exitCode, printed.stderr]).toEqual([1, '']);
    expect(printed.stdout).toMatch(beginning);
    const kept = await command([...args, '--output', at(`report.${format}`)]);
    expect([kept.exitCode, kept.stdout]).toEqual([1, '']);
    expect(readFileSync(at(`report.${format}`), 'utf8').length).toBe(printed.stdout.length);
    // A device, a pipe or a link is written to; another file would take its place.
    symlinkSync(at(`report.${format}`), at(`link.${format}`));
    await command([...args, '--output', at(`link.${format}`)]);
    expect(lstatSync(at(`link.${format}`)).isSymbolicLink()).toBe(true);
  });

  it('reports when the file cannot be written', async () => {
    const { exitCode, stderr } = await command([
      'validate',
      at('comma.xml'),
      '--output',
      at('no', 'such', 'folder'),
    ]);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('(report_not_written)');
  });
});

describe('zubi call', () => {
  it('installs a folder, by which the other commands then validate', async () => {
    const data = ['--data', at('data')];
    const paths = JSON.stringify({ paths: [at('published')] });
    const installed = await command([...data, 'call', 'schemas.install', paths]);
    expect(JSON.parse(installed.stdout)).toMatchObject({
      outcome: 'installed',
      package: { source: 'folder', sourceName: 'published' },
    });
    const listed = await command([...data, 'call', 'schemas.list']);
    expect(JSON.parse(listed.stdout).packages).toHaveLength(2);
    const validate = ['validate', at('next.xml'), '--checks', 'schema'];
    expect((await command([...data, ...validate])).exitCode).toBe(0);
    const id = JSON.parse(installed.stdout).package.id;
    writeFileSync(at('data', 'schemas', id, 'values.xsd'), ' ', { flag: 'a' });
    const damaged = await command([...data, ...validate]);
    expect([damaged.exitCode, damaged.stderr]).toEqual([
      1,
      expect.stringContaining('(schemas_damaged)'),
    ]);
  });
});

it('reports.create gives the window a file of the verdicts', async () => {
  const office = await openOffice();
  const validated = await office.drop('coma.xml', sample.replace('1000.00', '1000,00'));
  const input = { fileIds: [validated.id], format: 'csv' as const, language: 'eu' as const };
  const { name, mediaType, contentBase64 } = await office.call('reports.create', input);
  expect([name, mediaType]).toEqual([
    expect.stringMatching(/^zubi-\d{8}-\d{4}\.csv$/),
    'text/csv; charset=utf-8',
  ]);
  expect(Buffer.from(contentBase64, 'base64').toString()).toContain('coma.xml;');
  const taken = await office.app.takeFile({ name: 'b.xml', bytes: Buffer.from(sample) });
  const fileId = taken.ok ? taken.value.fileId : '';
  await office.call('submissions.addFiles', { fileIds: [fileId] });
  expect(
    await office.refused('reports.create', { fileIds: [fileId], format: 'json' }),
  ).toMatchObject({
    code: 'report_not_judged',
    details: { name: 'b.xml' },
  });
  expect((await office.refused('reports.create', { fileIds: ['x'], format: 'json' })).code).toBe(
    'file_unknown',
  );
});
