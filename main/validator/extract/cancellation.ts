import { formNameOf } from '../../../contract/ledger-books.ts';
import { type FormDefinition, formDefinition, isInScope } from '../forms.ts';
import { headerYear } from '../header.ts';
import { headerText } from '../records.ts';
import type { SchemaDescription } from '../schema/schema-package.ts';
import { todayInMadrid } from '../today.ts';
import { childNamed, descend, textOf } from '../xml/elements.ts';
import type { OpenForm } from './open-form.ts';
import { type Node, writeElement } from './write-element.ts';

/**
 * Makes the cancellation of records (numbers from 1) of a creation or modification: same taxpayer
 * and year, each record with its identity. Null when the document is itself a cancellation, when a
 * record is missing or lacks a part of its identity, or when no schema for the cancellation applies
 * to its year today.
 */
export function writeCancellation(
  form: OpenForm,
  records: readonly number[],
  schemas: readonly SchemaDescription[],
): Uint8Array | null {
  const target = cancellationOf(form, schemas);
  const header = headerOf(form, target);
  if (target === null || header === null || records.length === 0) return null;
  const nodes: Node[] = [];
  for (const record of new Set(records)) {
    const element = form.records[record - 1];
    const identity = element === undefined ? null : identityOf(form, element);
    if (identity === null) return null;
    nodes.push({ name: target.record, content: [identity] });
  }
  const parts = [header, { name: target.container, content: nodes }].map((node) =>
    writeElement(form, node, null, '\n  '),
  );
  if (parts.includes(null)) return null;
  return Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>
<lroe:${target.root} xmlns:lroe="${target.namespace}">
  ${parts.join('\n  ')}
</lroe:${target.root}>
`);
}

/** As a document is validated: by the first schema that applies to its year and today. */
function cancellationOf(
  { definition: { name, operationGroup }, elementIndex }: OpenForm,
  schemas: readonly SchemaDescription[],
): FormDefinition | null {
  if (operationGroup === 'cancellation') return null;
  const time = { fiscalYear: headerYear(elementIndex), today: todayInMadrid(new Date()) };
  const schema = schemas.find(
    (each) => formNameOf(each.form) === `${name}-cancellation` && isInScope(each, time),
  );
  return schema === undefined ? null : formDefinition(schema);
}

function headerOf({ elementIndex }: OpenForm, target: FormDefinition | null): Node | null {
  const year = headerText(elementIndex, 'Ejercicio');
  const taxId = headerText(elementIndex, 'ObligadoTributario', 'NIF');
  const name = headerText(elementIndex, 'ObligadoTributario', 'ApellidosNombreRazonSocial');
  if (target === null || year === null || taxId === null || name === null) return null;
  const subchapter = target.subchapter === null ? [] : [leaf('Subcapitulo', target.subchapter)];
  return {
    name: 'Cabecera',
    content: [
      leaf('Modelo', target.model),
      leaf('Capitulo', target.chapter),
      ...subchapter,
      leaf('Operacion', 'AN0'),
      leaf('Version', '1.0'),
      leaf('Ejercicio', year),
      {
        name: 'ObligadoTributario',
        content: [leaf('NIF', taxId), leaf('ApellidosNombreRazonSocial', name)],
      },
    ],
  };
}

function leaf(name: string, text: string): Node {
  return { name, content: text };
}

function identityOf(form: OpenForm, record: number): Node | null {
  const { elementIndex, definition } = form;
  if (!definition.hasInvoices) {
    const line = childNamed(elementIndex, record, 'Renta');
    const parts = [
      copied(form, record, 'FechaOperacion'),
      ...['Epigrafe', 'Concepto', 'Linea'].map((name) => copied(form, line, name)),
    ];
    return whole(definition.identity, parts);
  }
  const header = childNamed(elementIndex, record, 'CabeceraFactura');
  const series = copied(form, header, 'SerieFactura');
  const parts = [
    ...(series === null ? [] : [series]),
    copied(form, header, 'NumFactura'),
    copied(form, header, 'FechaExpedicionFactura'),
    issuerOf(form, record),
  ];
  return whole(definition.identity, parts);
}

function issuerOf(form: OpenForm, record: number): Node | null {
  const name = 'EmisorFacturaRecibida';
  const issuer = childNamed(form.elementIndex, record, name);
  const taxId = copied(form, issuer, 'NIF');
  if (taxId !== null) return whole(name, [taxId]);
  const other = descend(form.elementIndex, issuer, 'IDOtro');
  const country = copied(form, other, 'CodigoPais');
  const parts = [
    ...(country === null ? [] : [country]),
    copied(form, other, 'IDType'),
    copied(form, other, 'ID'),
  ];
  const id = whole('IDOtro', parts);
  return whole(name, [id]);
}

function copied({ elementIndex }: OpenForm, parent: number | null, name: string): Node | null {
  const element = parent === null ? null : childNamed(elementIndex, parent, name);
  return element === null ? null : leaf(name, textOf(elementIndex, element));
}

function whole(name: string, parts: readonly (Node | null)[]): Node | null {
  const content = parts.filter((part) => part !== null);
  return content.length === parts.length ? { name, content } : null;
}
