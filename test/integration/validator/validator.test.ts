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
import {
  bundledSchemasFolder,
  readSchemaPackage,
} from '../../../main/validator/schema/schema-package.ts';
import { createValidator } from '../../../main/validator/validator.ts';
import type { ValidationOptions, Validator } from '../../../main/validator/validator-port.ts';
import { makeDocument } from '../../fixtures/validator/make-document.ts';
import { isSoak, rounds, sampled } from '../../rounds.ts';

const options: ValidationOptions = { maxFileBytes: 4 * 1024 * 1024, checks: 'all', keepXml: true };
const document = makeDocument('140-with-invoice', { seed: 5, records: 3 });
const bytesOf = (text: string) => ({ kind: 'bytes', bytes: Buffer.from(text, 'utf8') }) as const;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'zubi-judge-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

// holds X3
describe('a validator', () => {
  let validator: Validator;
  beforeAll(() => {
    validator = createValidator();
  });
  afterAll(() => validator.close());

  const judgePath = async (path: string, more: Partial<ValidationOptions> = {}) =>
    await validator.validate({ kind: 'path', path }, { ...options, ...more });

  it('reads a path and returns the XML, compressed', async () => {
    const path = join(folder, 'gastos & más ñ.xml');
    writeFileSync(path, document);
    const { validation, xmlGzip } = await judgePath(path);
    expect(validation).toMatchObject({
      verdict: 'valid',
      records: 3,
      sizeBytes: Buffer.byteLength(document),
    });
    expect(gunzipSync(xmlGzip ?? '').toString('utf8')).toBe(document);
    expect((await judgePath(path, { keepXml: false })).xmlGzip).toBeNull();
  });

  it('treats a gzipped file, whatever its name, as the file inside', async () => {
    const plain = await validator.validate(bytesOf(document), options);
    const path = join(folder, 'gastos.dat');
    writeFileSync(path, gzipSync(document));
    expect((await judgePath(path)).validation).toEqual(plain.validation);
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
    const { validation, xmlGzip } = await judgePath(path);
    expect(validation).toMatchObject({ verdict: 'unreadable', issues: [{ layer: 'file', code }] });
    expect(xmlGzip).toBeNull();
  });

  it('reads the whole file although the system reports another size', async () => {
    const { validation } = await judgePath('/proc/self/status');
    expect(validation).toMatchObject({ kind: 'text', issues: [{ code: 'file_is_text' }] });
  });

  it('leaves the caller its bytes, also when they are a part of a larger buffer', async () => {
    const bytes = Buffer.concat([
      Buffer.alloc(100),
      Buffer.from(document),
      Buffer.alloc(100),
    ]).subarray(100, -100);
    const { validation } = await validator.validate({ kind: 'bytes', bytes }, options);
    expect(validation.verdict).toBe('valid');
    expect(bytes.toString('utf8')).toBe(document);
  });

  it('reads the records of a validated document', async () => {
    const records = await validator.readRecords(Buffer.from(document));
    expect(records.map(({ record }) => record)).toEqual([1, 2, 3]);
    const first = (name: string) => new RegExp(`<${name}>([^<]*)`).exec(document)?.[1];
    expect(records[0]).toMatchObject({
      key: { number: first('NumFactura'), series: first('SerieFactura'), epigraph: null },
      amount: first('ImporteTotalFactura'),
    });
    await expect(validator.readRecords(Buffer.from('<a/>'))).rejects.toMatchObject({
      code: 'file_not_valid',
    });
  });

  it('answers many calls at once, each with its own result', async () => {
    const validated = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        validator.validate(
          bytesOf(makeDocument('240-received', { seed: 1, records: 1 + index })),
          options,
        ),
      ),
    );
    expect(validated.map(({ validation }) => validation.records)).toEqual(
      Array.from({ length: 40 }, (_, n) => n + 1),
    );
  });
});

describe('a validator whose thread fails', () => {
  const workerFile = new URL('./faulty-worker.ts', import.meta.url);
  let validator: Validator;
  afterEach(() => validator.close());

  const faults = [
    ['die', 'file_not_checked'],
    ['throw', 'file_not_checked'],
    ['hang', 'file_time_limit'],
    ['reject bare', 'file_not_checked'],
    ['spent', 'file_is_text'],
  ] as const;

  it.each(sampled(faults, 2))(
    'ends a document that makes it %s as %s, and validates the next ones',
    async (fault, code) => {
      validator = createValidator({
        threads: 1,
        timeLimitMs: fault === 'hang' ? 2_000 : 10_000,
        workerFile,
      });
      const faulty = validator.validate(bytesOf(fault), options);
      const next = [1, 2].map(() => validator.validate(bytesOf(document), options));
      expect((await faulty).validation).toMatchObject({
        verdict: 'unreadable',
        issues: [{ layer: 'file', code }],
      });
      for (const { validation } of await Promise.all(next))
        expect(validation.verdict).toBe('valid');
    },
  );

  // In `npm test` the one that hangs.
  it.each(isSoak ? faults : faults.slice(2, 3))(
    'ends only the one among small files that makes it %s',
    async (fault, code) => {
      const timeLimitMs = fault === 'hang' ? 1_000 : 10_000;
      validator = createValidator({ threads: 1, timeLimitMs, workerFile });
      // Its thread has loaded by then.
      await validator.validate(bytesOf(document), options);
      const texts = [document, document, document, fault, document, document];
      const paths = texts.map((text, index) => {
        const path = join(folder, `${fault}-${index}.xml`);
        writeFileSync(path, text);
        return path;
      });
      const validated = await Promise.all(
        paths.map((path) => validator.validate({ kind: 'path', path }, options)),
      );
      const told = validated.map(({ validation: { verdict, issues } }) =>
        verdict === 'valid' ? verdict : issues[0]?.code,
      );
      expect(told).toEqual(['valid', 'valid', 'valid', code, 'valid', 'valid']);
    },
  );

  it('ends a thread in the middle of a document, again and again, and validates the next one', async () => {
    validator = createValidator({ threads: 2, timeLimitMs: 200 });
    const large = bytesOf(makeDocument('240-received', { seed: 5, records: 15_000 }));
    const limits = { ...options, maxFileBytes: large.bytes.length };
    const verdicts = await Promise.all(
      Array.from({ length: rounds(3, 300) }, () => validator.validate(large, limits)),
    );
    for (const { validation } of verdicts)
      expect(validation.issues[0]?.code).toBe('file_time_limit');
    const next = await validator.validate(bytesOf('<a/>'), options);
    expect(next.validation.issues[0]?.code).not.toBe('file_time_limit');
  });

  it('can be closed while its threads are loading', () => {
    const script = fileURLToPath(new URL('./close-while-loading.ts', import.meta.url));
    const { status, signal } = spawnSync(process.execPath, [script, `${rounds(40, 5)}`], {
      stdio: 'ignore',
    });
    expect({ status, signal }).toEqual({ status: 0, signal: null });
    validator = createValidator();
  });

  it('can be closed while a thread has several files: none is left waiting, and none restarted', async () => {
    const begun = vi.fn();
    process.on('worker', begun);
    onTestFinished(() => void process.off('worker', begun));
    validator = createValidator({ threads: 1, timeLimitMs: 2000, workerFile });
    const path = join(folder, 'hang-and-close.xml');
    writeFileSync(path, 'hang');
    const first = validator.validate(bytesOf(document), options);
    const group = [1, 2, 3].map(() => validator.validate({ kind: 'path', path }, options));
    const ended = Promise.allSettled(group);
    await first;
    // Now the thread is given them.
    await new Promise((resolve) => setImmediate(resolve));
    await validator.close();
    expect((await ended).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(begun).toHaveBeenCalledTimes(1);
  });

  it('validates nothing after it was closed', async () => {
    validator = createValidator({ threads: 1, workerFile });
    await validator.close();
    await expect(validator.validate(bytesOf(document), options)).rejects.toMatchObject({
      code: 'check_failed',
    });
  });
});

describe("the ledger's response", () => {
  const responseOf = (records: number) =>
    Buffer.from(
      `<AltaRespuesta><Registros>${'<Registro/>'.repeat(records)}</Registros></AltaRespuesta>`,
    );

  it('is read by a thread, large or small', async () => {
    const validator = createValidator({ threads: 1 });
    for (const records of [1, 4000]) {
      const response = await validator.readLedgerResponse(responseOf(records));
      expect(response?.records).toHaveLength(records);
    }
    expect(await validator.readLedgerResponse(Buffer.from('<AltaRespuesta>'))).toBeNull();
    await validator.close();
  });
});

describe('the schemas of a validator', () => {
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
    expect(() => readSchemaPackage(schemas)).toThrow(refused);
  });

  it('are those of the given folder', async () => {
    const schemas = readSchemaPackage(damaged('whole', () => {}));
    const validator = createValidator({ schemas: () => schemas, threads: 1 });
    const { validation } = await validator.validate(bytesOf(document), options);
    await validator.close();
    expect(validation.verdict).toBe('valid');
  });
});
