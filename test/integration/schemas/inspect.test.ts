import { describe, expect, it } from 'vitest';
import { inspectPackage } from '../../../main/features/schemas/inspect.ts';
import { readSchemaPackage } from '../../../main/validator/schema/schema-package.ts';
import { encode, known, publishedFiles } from '../../unit/schemas/published.ts';

const task = (files = publishedFiles()) => ({
  files,
  known,
  validFrom: '2027-01-01',
  current: readSchemaPackage(),
});

/** The published entry with other content for the type of one element. */
function withType(type: string): Map<string, Uint8Array> {
  const files = publishedFiles();
  const [name = '', bytes] = [...files].at(-1) ?? [];
  const text = new TextDecoder().decode(bytes).replace('</xs:schema>', `${type}</xs:schema>`);
  return new Map([...files, ...encode([[name, text]])]);
}

describe('the inspection of a package', () => {
  it('finds different verdicts, sample by sample', async () => {
    const { differences } = await inspectPackage(task(publishedFiles(5)));
    expect(differences).toEqual([
      { schema: '240-received@1.0.2', sample: 'clean', before: 'valid', after: 'invalid' },
    ]);
    expect((await inspectPackage(task())).differences).toEqual([]);
  });

  it('ends at its time limit', async () => {
    await expect(inspectPackage(task(), { timeLimitMs: 1 })).rejects.toMatchObject({
      code: 'schema_package_wrong',
      details: { reason: 'time_limit' },
    });
  });

  it('ends for counters inside counters', async () => {
    const nested = Array.from({ length: 12 }).reduce<string>(
      (inside) => `<xs:sequence minOccurs="100" maxOccurs="99999">${inside}</xs:sequence>`,
      '<xs:element name="a" minOccurs="100" maxOccurs="99999"/>',
    );
    const hostile = withType(`<xs:complexType name="hostile">${nested}</xs:complexType>`);
    const outcome = await inspectPackage(task(hostile), { timeLimitMs: 5000 }).then(
      () => 'sound',
      ({ code }) => code,
    );
    expect(['sound', 'schema_package_wrong']).toContain(outcome);
  }, 20_000);

  it('reports a compile fault in the compiler’s words', async () => {
    const files = withType(
      '<xs:complexType name="t"><xs:sequence><xs:element name="a" type="nowhere"/></xs:sequence></xs:complexType>',
    );
    await expect(inspectPackage(task(files))).rejects.toMatchObject({
      code: 'schema_package_wrong',
      details: { reason: 'not_compiled', detail: expect.stringContaining('nowhere') },
    });
  });
});
