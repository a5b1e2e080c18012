import { readdirSync, readFileSync } from 'node:fs';
import type { SchemaDescription } from '../../../main/validator/schema/schema-package.ts';
import { readSchemaPackage } from '../../../main/validator/schema/schema-package.ts';

const folder = new URL('../../../xsd/2022-01/', import.meta.url);
const stem = 'LROE_PJ_240_2_FacturasRecibidas_AltaModifPeticion_V1_0_';

/** Namespace of the next version of the received invoices, as the ledger would name it. */
export const nextNamespace = `https://www.batuz.eus/fitxategiak/batuz/LROE/esquemas/${stem}2.xsd`;

/** The built-in schemas, whose roots are known. */
export const known: readonly SchemaDescription[] = readSchemaPackage().schemas;

/**
 * Files as the ledger publishes them: a next version of the received invoices, in a new namespace
 * and named after it, with the parts beside it. It differs in one thing: a description may have
 * `descriptionLength` characters.
 */
export function publishedFiles(descriptionLength = 250): Map<string, Uint8Array> {
  const parts = readdirSync(folder).filter((name) => !/^(?:140|240)/.test(name));
  const files = new Map(parts.map((name) => [name, text(name)]));
  const entry = text('240-received.xsd').replaceAll(`${stem}1.xsd`, `${stem}2.xsd`);
  const changed = [...files].map(([name, content]): [string, string] => [
    name,
    content.replaceAll('value="250"', `value="${descriptionLength}"`),
  ]);
  return encode([...changed, [`${stem}2.xsd`, entry]]);
}

/** A document of the next version: the given one in the new namespace. */
export function inNextVersion(xml: string): string {
  return xml.replaceAll(`${stem}1.xsd`, `${stem}2.xsd`);
}

/** Texts as bytes. */
export function encode(files: Iterable<readonly [string, string]>): Map<string, Uint8Array> {
  return new Map([...files].map(([name, content]) => [name, new TextEncoder().encode(content)]));
}

function text(name: string): string {
  return readFileSync(new URL(name, folder), 'utf8');
}
