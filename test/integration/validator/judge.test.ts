import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Judge, JudgeOptions } from '../../../main/platform/ports.ts';
import { readLedgerResponse } from '../../../main/validator/extract/read-response.ts';
import { bundledSchemasFolder } from '../../../main/validator/schema/schema-package.ts';
import { createJudge } from '../../../main/validator/validator.ts';
import { makeDocument } from '../../fixtures/validator/make-document.ts';

const options: JudgeOptions = { maxFileBytes: 4 * 1024 * 1024, checks: 'all', keepXml: true };
const document = makeDocument('140-with-invoice', { seed: 5, records: 3 });
const bytesOf = (text: string) => ({ kind: 'bytes', bytes: Buffer.from(text, 'utf8') }) as const;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'zubi-judge-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

// holds X3
describe('a judge', () => {
  let judge: Judge;
  beforeAll(() => {
    judge = createJudge();
  });
  afterAll(() => judge.close());

  const judgePath = async (path: string, more: Partial<JudgeOptions> = {}) =>
    await judge.judge({ kind: 'path', path }, { ...options, ...more });

  it('reads a path and gives the XML back, compressed', async () => {
    const path = join(folder, 'gastos & más ñ.xml');
    writeFileSync(path, document);
    const { judgement, xmlGzip } = await judgePath(path);
    expect(judgement).toMatchObject({
      verdict: 'valid',
      records: 3,
      sizeBytes: Buffer.byteLength(document),
    });
    expect(gunzipSync(xmlGzip ?? '').toString('utf8')).toBe(document);
    expect((await judgePath(path, { keepXml: false })).xmlGzip).toBeNull();
  });

  it('judges a gzipped file, whatever its name, as the file inside', async () => {
    const plain = await judge.judge(bytesOf(document), options);
    const path = join(folder, 'gastos.dat');
    writeFileSync(path, gzipSync(document));
    expect((await judgePath(path)).judgement).toEqual(plain.judgement);
  });

  it.each([
    ['nothing there', 'file_not_found', (path: string) => path],
    ['a folder', 'file_is_folder', (path: string) => mkdirSync(path)],
    ['a device', 'file_not_regular', (path: string) => symlinkSync('/dev/zero', path)],
    [
      'a pipe nobody writes to',
      'file_not_regular',
      (path: string) => execFileSync('mkfifo', [path]),
    ],
    ['a link to nothing', 'file_not_found', (path: string) => symlinkSync('/nowhere', path)],
    ['a circle of links', 'file_unreadable', (path: string) => symlinkSync(path, path)],
    ['an empty file', 'file_empty', (path: string) => writeFileSync(path, '')],
    [
      'a file over the limit',
      'file_too_large',
      (path: string) => writeFileSync(path, Buffer.alloc(5_000_000, 32)),
    ],
    [
      'a huge hole',
      'file_too_large',
      (path: string) => {
        writeFileSync(path, '');
        truncateSync(path, 2 ** 36);
      },
    ],
  ])('ends %s as %s', async (name, code, plant) => {
    const path = join(folder, name.replaceAll(' ', '-'));
    plant(path);
    const { judgement, xmlGzip } = await judgePath(path);
    expect(judgement).toMatchObject({ verdict: 'unreadable', issues: [{ layer: 'file', code }] });
    expect(xmlGzip).toBeNull();
  });

  it('reads what is there although the system tells another size', async () => {
    const { judgement } = await judgePath('/proc/self/status');
    expect(judgement).toMatchObject({ kind: 'text', issues: [{ code: 'file_is_text' }] });
  });

  it('leaves the caller its bytes, also when they are a part of a larger buffer', async () => {
    const bytes = Buffer.concat([
      Buffer.alloc(100),
      Buffer.from(document),
      Buffer.alloc(100),
    ]).subarray(100, -100);
    const { judgement } = await judge.judge({ kind: 'bytes', bytes }, options);
    expect(judgement.verdict).toBe('valid');
    expect(bytes.toString('utf8')).toBe(document);
  });

  it('reads the records of a judged document', async () => {
    const records = await judge.readRecords(Buffer.from(document));
    expect(records.map(({ record }) => record)).toEqual([1, 2, 3]);
    const first = (name: string) => new RegExp(`<${name}>([^<]*)`).exec(document)?.[1];
    expect(records[0]).toMatchObject({
      key: { number: first('NumFactura'), series: first('SerieFactura'), epigraph: null },
      amount: first('ImporteTotalFactura'),
    });
    await expect(judge.readRecords(Buffer.from('<a/>'))).rejects.toMatchObject({
      code: 'file_not_valid',
    });
  });

  it('answers many at once, each with its own', async () => {
    const judged = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        judge.judge(
          bytesOf(makeDocument('240-received', { seed: 1, records: 1 + index })),
          options,
        ),
      ),
    );
    expect(judged.map(({ judgement }) => judgement.records)).toEqual(
      Array.from({ length: 40 }, (_, n) => n + 1),
    );
  });
});

describe('a judge whose thread fails', () => {
  const workerFile = new URL('./faulty-worker.ts', import.meta.url);
  let judge: Judge;
  afterEach(() => judge.close());

  it.each([
    ['hang', 'file_time_limit'],
    ['throw', 'file_not_checked'],
    ['reject bare', 'file_not_checked'],
    ['die', 'file_not_checked'],
    ['spent', 'file_is_text'],
  ])('ends a document that makes it %s as %s, and judges the next ones', async (fault, code) => {
    judge = createJudge({ threads: 1, timeLimitMs: fault === 'hang' ? 700 : 10_000, workerFile });
    const faulty = judge.judge(bytesOf(fault), options);
    const next = [1, 2].map(() => judge.judge(bytesOf(document), options));
    expect((await faulty).judgement).toMatchObject({
      verdict: 'unreadable',
      issues: [{ layer: 'file', code }],
    });
    for (const { judgement } of await Promise.all(next)) expect(judgement.verdict).toBe('valid');
  });

  it.each([
    ['hang', 'file_time_limit'],
    ['throw', 'file_not_checked'],
    ['die', 'file_not_checked'],
    ['spent', 'file_is_text'],
  ])('ends only the one among small files that makes it %s', async (fault, code) => {
    judge = createJudge({ threads: 1, timeLimitMs: fault === 'hang' ? 700 : 10_000, workerFile });
    const texts = [document, document, document, fault, document, document];
    const paths = texts.map((text, index) => {
      const path = join(folder, `${fault}-${index}.xml`);
      writeFileSync(path, text);
      return path;
    });
    const judged = await Promise.all(
      paths.map((path) => judge.judge({ kind: 'path', path }, options)),
    );
    const told = judged.map(({ judgement: { verdict, issues } }) =>
      verdict === 'valid' ? verdict : issues[0]?.code,
    );
    expect(told).toEqual(['valid', 'valid', 'valid', code, 'valid', 'valid']);
  });

  it('can be closed while its threads are still loading', () => {
    const script = fileURLToPath(new URL('./close-while-loading.ts', import.meta.url));
    const { status, signal } = spawnSync(process.execPath, [script], { stdio: 'ignore' });
    expect({ status, signal }).toEqual({ status: 0, signal: null });
    judge = createJudge();
  });

  it('can be closed while several files are with a thread: none is left waiting, and none begun again', async () => {
    const begun = vi.fn();
    process.on('worker', begun);
    onTestFinished(() => void process.off('worker', begun));
    judge = createJudge({ threads: 1, timeLimitMs: 2000, workerFile });
    const path = join(folder, 'hang-and-close.xml');
    writeFileSync(path, 'hang');
    const first = judge.judge(bytesOf(document), options);
    const group = [1, 2, 3].map(() => judge.judge({ kind: 'path', path }, options));
    const ended = Promise.allSettled(group);
    await first;
    // Now the thread is given them.
    await new Promise((resolve) => setImmediate(resolve));
    await judge.close();
    expect((await ended).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(begun).toHaveBeenCalledTimes(1);
  });

  it('judges nothing after it was closed', async () => {
    judge = createJudge({ threads: 1, workerFile });
    await judge.close();
    await expect(judge.judge(bytesOf(document), options)).rejects.toMatchObject({
      code: 'check_failed',
    });
  });
});

describe("the ledger's response", () => {
  const responseOf = (records: number) =>
    Buffer.from(
      `<AltaRespuesta><Registros>${'<Registro/>'.repeat(records)}</Registros></AltaRespuesta>`,
    );

  it('is read by a thread when it is large, and where it is asked for when it is small', async () => {
    const judge = createJudge({
      threads: 1,
      workerFile: new URL('./no-worker.ts', import.meta.url),
    });
    const small = await judge.readLedgerResponse(responseOf(2500));
    expect(small?.records.length).toBe(2500);
    await expect(judge.readLedgerResponse(responseOf(4000))).rejects.toMatchObject({
      code: 'check_failed',
    });
    await judge.close();
  });

  it('is the same from both', async () => {
    const judge = createJudge({ threads: 1 });
    for (const records of [2500, 4000]) {
      expect(await judge.readLedgerResponse(responseOf(records))).toEqual(
        readLedgerResponse(responseOf(records)).response,
      );
    }
    expect(await judge.readLedgerResponse(Buffer.from('<AltaRespuesta>'))).toBeNull();
    await judge.close();
  });
});

describe('the schemas of a judge', () => {
  const damaged = (name: string, change: (schemas: string) => void) => {
    const schemas = join(folder, name);
    cpSync(bundledSchemasFolder(), schemas, { recursive: true });
    change(schemas);
    return schemas;
  };
  const refused = expect.objectContaining({ code: 'schemas_damaged' });

  it.each([
    [
      'a changed file',
      (schemas: string) =>
        writeFileSync(join(schemas, '2022-01/header.xsd'), '<!-- -->', { flag: 'a' }),
    ],
    ['a missing file', (schemas: string) => rmSync(join(schemas, '2022-01/values.xsd'))],
    [
      'a broken manifest',
      (schemas: string) => writeFileSync(join(schemas, 'manifest.json'), '{"format": 1}'),
    ],
    ['no manifest', (schemas: string) => rmSync(join(schemas, 'manifest.json'))],
  ])('are refused for %s', (name, change) => {
    const schemas = damaged(name.replaceAll(' ', '-'), change);
    expect(() => createJudge({ schemasFolder: schemas })).toThrow(refused);
  });

  it('are those of the folder it is given', async () => {
    const judge = createJudge({ schemasFolder: damaged('whole', () => {}), threads: 1 });
    const { judgement } = await judge.judge(bytesOf(document), options);
    await judge.close();
    expect(judgement.verdict).toBe('valid');
  });
});
