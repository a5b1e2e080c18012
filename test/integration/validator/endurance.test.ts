import { diag } from 'libxml2-wasm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLedgerEngine, type LedgerEngine } from '../../../main/validator/ledger-engine.ts';
import { readSchemaPackage } from '../../../main/validator/schema/schema-package.ts';
import { validateDocument } from '../../../main/validator/validate-document.ts';
import { createValidator } from '../../../main/validator/validator.ts';
import { engineMemoryBytes, mustReplaceEngine } from '../../../main/validator/xml/libxml.ts';
import { forms } from '../../fixtures/validator/forms.ts';
import { createGenerator } from '../../fixtures/validator/generator.ts';
import { makeDocument } from '../../fixtures/validator/make-document.ts';
import { createRandom } from '../../fixtures/validator/random.ts';
import { rounds } from '../../rounds.ts';
import { hostileCases } from './hostile-cases.ts';

const options = { checks: 'all', today: 20260410 } as const;
const broken = rounds(2_000, 200_000);

// holds X7, X9
describe('the validator in this thread', () => {
  let engine: LedgerEngine;
  const live = () =>
    (diag.report() as Record<string, { totalInstances?: number }> | undefined) ?? {};
  beforeAll(() => {
    diag.configure({ enabled: true });
    engine = createLedgerEngine(readSchemaPackage());
  });
  afterAll(() => {
    engine.dispose();
    diag.configure({ enabled: false });
  });

  it('survives broken bytes of every kind with a verdict, and keeps nothing of them', () => {
    const random = createRandom(4711);
    const seeds = [
      ...forms.map(({ name }) => Buffer.from(makeDocument(name, { seed: 1, records: 2 }))),
      Buffer.from(`\ufeff${makeDocument('240-received', { seed: 2, records: 1 })}`, 'utf16le'),
    ];
    for (let validated = 0; validated < broken; validated += 1) {
      const bytes = mutate(random.pick(seeds), random);
      const validation = validateDocument(bytes, options, engine);
      expect(mustReplaceEngine()).toBe(false);
      expect(validation.verdict === 'valid').toBe(validation.issues.length === 0);
      for (const { code } of validation.issues) expect(code).not.toBe('file_not_checked');
    }
    expect(live()).not.toHaveProperty('XmlDocument');
  });

  it('keeps the engine’s memory flat over thousands of documents', () => {
    const generator = createGenerator(99);
    const documents = forms.flatMap(({ name }) => [generator.valid(name), generator.mutant(name)]);
    const validateAll = () => {
      for (const { xml } of documents) validateDocument(Buffer.from(xml), options, engine);
    };
    for (let round = 0; round < 20; round += 1) validateAll();
    const before = engineMemoryBytes();
    for (let round = 0; round < rounds(100, 300); round += 1) validateAll();
    expect(engineMemoryBytes()).toBe(before);
    expect(live()).not.toHaveProperty('XmlDocument');
  });

  it('stays under 512 MB with every hostile document', () => {
    for (const { make, name } of hostileCases) {
      const document = make();
      if (document.length > rounds(8_000_000, 33_000_000)) continue;
      validateDocument(Buffer.from(document as string), options, engine);
      expect(`${name}: ${mustReplaceEngine()}`).toBe(`${name}: false`);
    }
    expect(engineMemoryBytes()).toBeLessThan(512 * 1024 * 1024);
  });
});

function mutate(seed: Buffer, random: ReturnType<typeof createRandom>): Buffer {
  let bytes = Buffer.from(seed);
  for (let count = random.int(1, 4); count > 0; count -= 1) {
    const at = random.int(0, bytes.length - 1);
    const length = random.int(1, 40);
    const kind = random.int(0, 4);
    if (kind === 0) bytes[at] = random.int(0, 255);
    else if (kind === 1)
      bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + length)]);
    else if (kind === 2)
      bytes = Buffer.concat([bytes.subarray(0, at + length), bytes.subarray(at)]);
    else if (kind === 3) bytes = bytes.subarray(0, Math.max(1, at));
    else
      bytes = Buffer.concat([
        bytes.subarray(0, at),
        Buffer.from(random.pick(fragments)),
        bytes.subarray(at),
      ]);
  }
  return bytes;
}

const fragments = [
  '<',
  '>',
  '&',
  '"',
  '<!--',
  ']]>',
  '<![CDATA[',
  '<!DOCTYPE a>',
  '&#x0;',
  '\0',
  '<a:b>',
  '</x>',
  ' xmlns="u"',
  '\ufffe',
];

describe('the calling thread', () => {
  it('continues while a file of 10,000 records is checked', async () => {
    const bytes = Buffer.from(makeDocument('240-received', { seed: 1, records: 10_000 }));
    const validator = createValidator({ threads: 1 });
    const judgeOnce = () =>
      validator.validate(
        { kind: 'bytes', bytes },
        { maxFileBytes: 2 ** 25, checks: 'all', keepXml: true },
      );
    await judgeOnce();
    const [ownBefore, allBefore] = [process.threadCpuUsage(), process.cpuUsage()];
    const { validation } = await judgeOnce();
    const [own, all] = [process.threadCpuUsage(ownBefore), process.cpuUsage(allBefore)];
    await validator.close();
    expect(validation).toMatchObject({ verdict: 'valid', records: 10_000 });
    // Were the file checked on this thread, nearly all of the work would be its own.
    const share = (own.user + own.system) / (all.user + all.system);
    expect(share).toBeLessThan(0.3);
  });
});
