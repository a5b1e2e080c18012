import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { packageFingerprint } from '../../../main/features/schemas/package-folder.ts';
import { recognisePackage } from '../../../main/features/schemas/recognise.ts';
import {
  bundledSchemasFolder,
  readSchemaPackage,
} from '../../../main/validator/schema/schema-package.ts';
import { encode, known, nextNamespace, publishedFiles } from './published.ts';

const recognise = (files: ReadonlyMap<string, Uint8Array>) =>
  recognisePackage(files, { known, validFrom: '2027-01-01' });

/** The refusal's code and what it says. */
function refusal(files: ReadonlyMap<string, Uint8Array>): string {
  try {
    recognise(files);
    return 'taken';
  } catch (error) {
    const { code, details } = error as { code: string; details: Record<string, string> };
    return [code, details.reason ?? details.needs].join(' ').trim();
  }
}

const wrap = (inside: string, namespace = 'urn:x') =>
  `<schema xmlns="http://www.w3.org/2001/XMLSchema" targetNamespace="${namespace}">${inside}</schema>`;
const entryName = [...publishedFiles().keys()].at(-1) ?? '';

/** The published files with one more, or another in the place of one. */
const withFile = (name: string, content: string) =>
  new Map([...publishedFiles(), ...encode([[name, content]])]);

describe('published files', () => {
  it('are recognised by namespace and root, with all files they need', () => {
    const { schemas } = recognise(publishedFiles());
    expect(schemas).toMatchObject([
      {
        id: '240-received@1.0.2',
        version: '1.0.2',
        namespace: nextNamespace,
        root: 'LROEPJ240FacturasRecibidasAltaModifPeticion',
        form: { model: '240', operationGroup: 'creation_or_modification', expenseType: null },
        validFrom: '2027-01-01',
        entry: entryName,
      },
    ]);
    expect(schemas[0]?.files.map(({ path }) => path)).toContain('values.xsd');
  });

  it('are found in their own folders, where their references have only names', () => {
    const moved = new Map(
      [...publishedFiles()].map(([name, bytes]) => [
        name === entryName ? `a/${name}` : `b/${name}`,
        bytes,
      ]),
    );
    expect(recognise(moved).schemas[0]?.entry).toBe(entryName);
  });

  it.each(['header.xsd', 'values.xsd', 'countries.xsd'])('are refused without %s', (name) => {
    const files = publishedFiles();
    files.delete(name);
    expect(refusal(files)).toBe(`schema_package_incomplete ${name}`);
  });

  it.each<[string, string, string]>([
    [
      'a reference to the network',
      wrap('<import namespace="urn:y" schemaLocation="http://127.0.0.1:1/y.xsd"/>'),
      'schema_package_incomplete http://127.0.0.1:1/y.xsd',
    ],
    [
      'a reference to a file of the machine',
      wrap('<include schemaLocation="file:///etc/passwd"/>'),
      'schema_package_incomplete file:///etc/passwd',
    ],
    [
      'a reference out of the package',
      wrap('<include schemaLocation="../../etc/passwd"/>'),
      'schema_package_incomplete ../../etc/passwd',
    ],
    [
      'an import that says no file',
      wrap('<import namespace="urn:y"/>'),
      'schema_package_incomplete urn:y',
    ],
    [
      'an import of another namespace',
      wrap('<import namespace="urn:y" schemaLocation="values.xsd"/>'),
      'schema_package_wrong other_namespace',
    ],
    ['a DTD', `<!DOCTYPE schema [<!ENTITY a "b">]>${wrap('')}`, 'schema_package_wrong dtd'],
    [
      'an external entity',
      `<!DOCTYPE schema [<!ENTITY a SYSTEM "file:///etc/passwd">]>${wrap('<annotation>&a;</annotation>')}`,
      'schema_package_wrong dtd',
    ],
    ['XML that is broken', '<schema', 'schema_package_wrong not_xml'],
    ['XML that is no schema', '<html/>', 'schema_package_wrong no_schema'],
    [
      'a counter without bounds',
      wrap(
        '<complexType name="t"><sequence><element name="a" maxOccurs="99999999"/></sequence></complexType>',
      ),
      'schema_package_wrong counter',
    ],
  ])('are refused with %s', (_what, content, expected) => {
    expect(refusal(withFile('more.xsd', content))).toBe(expected);
  });

  it('are refused with one form twice', () => {
    const twice = new TextDecoder().decode(publishedFiles().get(entryName));
    expect(refusal(withFile('again.xsd', twice))).toBe('schema_package_wrong double');
  });

  it('are refused without a form that Zubi checks', () => {
    expect(refusal(encode([['x.xsd', wrap('<element name="Other"/>')]]))).toBe(
      'schema_package_empty',
    );
  });
});

describe('a package with a manifest', () => {
  const own = () => {
    const { files } = readSchemaPackage();
    return new Map([
      ...files,
      [
        'manifest.json',
        new Uint8Array(readFileSync(new URL('manifest.json', bundledSchemasFolder()))),
      ],
    ]);
  };

  it('is taken as it says, also when its files came without their folders', () => {
    const flat = new Map([...own()].map(([path, bytes]) => [path.split('/').at(-1) ?? '', bytes]));
    for (const files of [own(), flat]) {
      expect(packageFingerprint(recognise(files))).toBe(packageFingerprint(readSchemaPackage()));
    }
  });

  it('is refused with a file that is not the named one', () => {
    const files = own().set('2022-01/values.xsd', new TextEncoder().encode(wrap('')));
    expect(refusal(files)).toBe('schemas_damaged');
    files.delete('2022-01/values.xsd');
    expect(refusal(files)).toBe('schema_package_incomplete 2022-01/values.xsd');
  });

  it.each(['../evil.xsd', '/evil.xsd', 'a\\b.xsd', 'a/../../evil.xsd'])(
    'is refused when it names %s',
    (path) => {
      const text = new TextDecoder()
        .decode(own().get('manifest.json'))
        .replaceAll('2022-01/values.xsd', JSON.stringify(path).slice(1, -1));
      const bytes = own().get('2022-01/values.xsd') ?? new Uint8Array();
      const files = new Map([
        ...own(),
        [path, bytes],
        ['manifest.json', new TextEncoder().encode(text)],
      ]);
      expect(refusal(files)).toMatch(/^schema_package_unsafe path$/);
    },
  );
});
