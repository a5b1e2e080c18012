import { readdirSync, readFileSync } from 'node:fs';
import {
  ParseOption,
  XmlBufferInputProvider,
  XmlDocument,
  XmlValidateError,
  XsdValidator,
  xmlCleanupInputProvider,
  xmlRegisterInputProvider,
} from 'libxml2-wasm';
import { type ManifestSchema, readSchemaFile } from './manifest-files.ts';

/**
 * A compiled schema that says whether a document is valid. `validate` throws when the document is
 * not well-formed.
 */
export type Validator = {
  isValid: (xml: string) => boolean;
  /** Messages of the schema faults, empty when valid: for the text of a failing test only. */
  faults: (xml: string) => string[];
  [Symbol.dispose]: () => void;
};

const parseOption =
  ParseOption.XML_PARSE_NO_XXE | ParseOption.XML_PARSE_NONET | ParseOption.XML_PARSE_NO_SYS_CATALOG;

/** Compiles a schema from memory. Throws when the entry needs a file that is not among `files`. */
export function compileJudge(entry: string, files: ReadonlyMap<string, Uint8Array>): Validator {
  const schema = withProvider(files, () => {
    const bytes = files.get(entry);
    if (bytes === undefined) throw new Error(`no ${entry} among the files`);
    using document = XmlDocument.fromBuffer(bytes, {
      url: `mem:/xsd/${entry}`,
      option: parseOption,
    });
    return XsdValidator.fromDoc(document);
  });
  return {
    isValid: (xml) => faultsOf(schema, xml).length === 0,
    faults: (xml) => faultsOf(schema, xml),
    [Symbol.dispose]: () => schema.dispose(),
  };
}

/** Compiles one schema of our manifest. */
export function compileOurs(schema: ManifestSchema): Validator {
  return compileJudge(
    schema.entry,
    new Map(schema.files.map(({ path }) => [path, readSchemaFile(path)])),
  );
}

/** Compiles one of the ledger's own schema files; all files of the folder are offered to it. */
export function compileOfficial(folder: URL, entry: string): Validator {
  const names = readdirSync(folder).filter((name) => name.endsWith('.xsd'));
  return compileJudge(
    entry,
    new Map(names.map((name) => [name, readFileSync(new URL(name, folder))])),
  );
}

function withProvider<T>(files: ReadonlyMap<string, Uint8Array>, compile: () => T): T {
  const provider = new XmlBufferInputProvider(
    Object.fromEntries([...files].map(([path, bytes]) => [`mem:/xsd/${path}`, bytes])),
  );
  const unresolved: string[] = [];
  const match = provider.match.bind(provider);
  provider.match = (name) => {
    if (!match(name)) unresolved.push(name);
    return match(name);
  };
  xmlRegisterInputProvider(provider);
  try {
    const compiled = compile();
    if (unresolved.length > 0) throw new Error(`not among the files: ${unresolved.join(', ')}`);
    return compiled;
  } finally {
    xmlCleanupInputProvider();
  }
}

function faultsOf(schema: XsdValidator, xml: string): string[] {
  using document = XmlDocument.fromString(xml, { option: parseOption });
  try {
    schema.validate(document);
    return [];
  } catch (error) {
    if (error instanceof XmlValidateError)
      return error.details.map(({ message }) => message.trim());
    throw error;
  }
}
