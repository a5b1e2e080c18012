import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  XmlBufferInputProvider,
  XmlDocument,
  XmlValidateError,
  XsdValidator,
  xmlCleanupInputProvider,
  xmlRegisterInputProvider,
} from 'libxml2-wasm';
import { describe, expect, it } from 'vitest';
import { readSchemaPackage } from '../../../main/validator/schema/schema-package.ts';
import {
  createSchemaEngine,
  isEngineUnsound,
  type ParsedDocument,
  parseXml,
} from '../../../main/validator/xml/libxml.ts';
import { forms } from '../../fixtures/validator/forms.ts';
import { createGenerator } from '../../fixtures/validator/generator.ts';

const schemas = readSchemaPackage();

/**
 * The package's own validator, which the application does not use because it is quadratic in the
 * number of faults.
 */
function publicValidator(entry: string): (xml: string) => string[] {
  const files = [...schemas.files].map(([path, bytes]) => [`mem:/xsd/${path}`, bytes] as const);
  xmlRegisterInputProvider(new XmlBufferInputProvider(Object.fromEntries(files)));
  const bytes = schemas.files.get(entry) ?? new Uint8Array();
  using document = XmlDocument.fromBuffer(bytes, { url: `mem:/xsd/${entry}` });
  const validator = XsdValidator.fromDoc(document);
  xmlCleanupInputProvider();
  return (xml) => {
    using parsed = XmlDocument.fromBuffer(Buffer.from(xml));
    try {
      validator.validate(parsed);
      return [];
    } catch (error) {
      if (!(error instanceof XmlValidateError)) throw error;
      return error.details.map(({ message }) => message.trim().slice(0, 2000));
    }
  };
}

function parsed(xml: string): ParsedDocument {
  const outcome = parseXml(Buffer.from(xml));
  if (outcome.kind !== 'parsed') throw new Error('not parsed');
  return outcome.parsed;
}

// holds X1, X5, X6
describe('the engine', () => {
  it.each(forms.map(({ name }) => name))(
    'finds in %s the faults that the public validator finds',
    (name) => {
      const schema = schemas.schemas.find(({ id }) => id.startsWith(`${name}@`));
      if (schema === undefined) throw new Error(`no schema for ${name}`);
      const engine = createSchemaEngine();
      const validator = engine.compile(schema.entry, schemas.files);
      const expected = publicValidator(schema.entry);
      const generator = createGenerator(31);
      for (let index = 0; index < 80; index += 1) {
        const { xml } = index % 4 === 0 ? generator.valid(name) : generator.mutant(name);
        const document = parsed(xml);
        const outcome = engine.validate(validator, document, 1000);
        document[Symbol.dispose]();
        const faults = expected(xml);
        expect(outcome).toMatchObject({ kind: 'done', total: faults.length });
        if (outcome.kind === 'done')
          expect(outcome.faults.map(({ message }) => message)).toEqual(faults);
      }
      validator.dispose();
    },
  );

  it('refuses a schema that refers to a file outside its package', () => {
    const [schema] = schemas.schemas;
    const alone = new Map([...schemas.files].filter(([path]) => path === schema?.entry));
    expect(() => createSchemaEngine().compile(schema?.entry ?? '', alone)).toThrow();
    // The parser itself ignores an import that it cannot find.
    const importing = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:import namespace="urn:b" schemaLocation="b.xsd"/><xs:element name="a"/></xs:schema>`;
    const files = new Map([['a.xsd', Buffer.from(importing)]]);
    expect(() => createSchemaEngine().compile('a.xsd', files)).toThrow('b.xsd');
  });

  it('leaves nothing registered after a schema', () => {
    const engine = createSchemaEngine();
    const [schema] = schemas.schemas;
    engine.compile(schema?.entry ?? '', schemas.files).dispose();
    const entry = `mem:/xsd/${schema?.entry}`;
    const external = `<!DOCTYPE a [<!ENTITY x SYSTEM "${entry}">]><a>&x;</a>`;
    const outcome = parseXml(Buffer.from(external));
    expect(outcome).toMatchObject({ kind: 'parsed', parsed: { hasDtd: true } });
    if (outcome.kind === 'parsed') {
      expect(outcome.parsed.document.root.content).not.toContain('schema');
      outcome.parsed[Symbol.dispose]();
    }
  });

  it('reads no file and opens no connection, whatever a document asks for', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'zubi-engine-'));
    const canary = join(folder, 'canary.txt');
    writeFileSync(canary, 'CANARY');
    let calls = 0;
    const server = createServer(() => {
      calls += 1;
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    for (const target of [canary, `file://${canary}`, `http://127.0.0.1:${port}/`]) {
      for (const xml of [
        `<!DOCTYPE a [<!ENTITY x SYSTEM "${target}">]><a>&x;</a>`,
        `<!DOCTYPE a [<!ENTITY % p SYSTEM "${target}"> %p;]><a/>`,
        `<!DOCTYPE a SYSTEM "${target}"><a/>`,
        `<a xmlns:i="http://www.w3.org/2001/XInclude"><i:include href="${target}" parse="text"/></a>`,
      ]) {
        const outcome = parseXml(Buffer.from(xml));
        if (outcome.kind !== 'parsed') continue;
        expect(outcome.parsed.document.root.content).not.toContain('CANARY');
        outcome.parsed[Symbol.dispose]();
      }
    }
    await new Promise((resolve) => server.close(resolve));
    rmSync(folder, { recursive: true });
    expect(calls).toBe(0);
  });

  it('reports a document that it cannot validate as failed, neither valid nor invalid', () => {
    // Nested counters run into the engine's step limit.
    const xsd = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="a"><xs:simpleType><xs:restriction base="xs:string"><xs:pattern value="([a-z]{1,50}){1,50}"/></xs:restriction></xs:simpleType></xs:element></xs:schema>`;
    const engine = createSchemaEngine();
    const validator = engine.compile('a.xsd', new Map([['a.xsd', Buffer.from(xsd)]]));
    const document = parsed(`<a>${'a'.repeat(60)}!</a>`);
    expect(engine.validate(validator, document, 10)).toEqual({ kind: 'failed' });
    expect(isEngineUnsound()).toBe(false);
    document[Symbol.dispose]();
    validator.dispose();
  });
});
