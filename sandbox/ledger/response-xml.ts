import { textOf } from './codes.ts';
import type { IssuerDocument } from './document-head.ts';
import type { LedgerOutcome, Presentation, RecordResult } from './presentation.ts';

/**
 * The ledger's answer as XML, in the form's `…Respuesta` namespace: the header as received, time
 * and presenter (only when something was stored), and each record's identity with its state.
 */
export function writeResponse(presentation: Presentation, outcome: LedgerOutcome): string {
  const { chapter, echo } = presentation;
  const root = `ns2:${chapter.responseRoot}`;
  const records = outcome.records.map((record, index) =>
    writeRecord(chapter.book.identityElement, record, echo.issuers[index] ?? null),
  );
  return [
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n',
    `<${root} xmlns:ns2="${chapter.responseNamespace}">`,
    writeHeader(presentation),
    outcome.registrationNumber === null ? '' : writePresentation(presentation, outcome.at),
    records.length === 0 ? '' : element('Registros', records.join('')),
    `</${root}>`,
  ].join('');
}

function writeHeader({ echo: { head } }: Presentation): string {
  const taxpayer = leaf('NIF', head.taxId) + leaf('ApellidosNombreRazonSocial', head.name);
  return element(
    'Cabecera',
    leaf('Modelo', head.model) +
      leaf('Capitulo', head.chapter) +
      (head.subchapter === null ? '' : leaf('Subcapitulo', head.subchapter)) +
      leaf('Operacion', head.operation) +
      leaf('Version', head.version) +
      leaf('Ejercicio', head.fiscalYear) +
      element('ObligadoTributario', taxpayer),
  );
}

function writePresentation({ presenter, echo }: Presentation, at: Date): string {
  const isTaxId = /^(?:[A-Za-z]\d{7}[A-Za-z]|\d{8}[A-Za-z]|[A-Za-z]\d{8})$/.test(presenter);
  const nif = isTaxId ? presenter : echo.head.taxId;
  return element(
    'DatosPresentacion',
    leaf('FechaPresentacion', ledgerTime(at)) + leaf('NIFPresentador', nif),
  );
}

/** `dd-mm-yyyy hh:mm:ss` in Bilbao. */
function ledgerTime(at: Date): string {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Europe/Madrid',
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  return format.format(at).replaceAll('/', '-').replace(', ', ' ');
}

function writeRecord(
  identityElement: string,
  record: RecordResult,
  issuer: IssuerDocument | null,
): string {
  return element(
    'Registro',
    element(identityElement, writeKey(record, issuer)) + writeSituation(record),
  );
}

function writeKey({ key }: RecordResult, issuer: IssuerDocument | null): string {
  if (issuer === null) {
    return (
      leaf('FechaOperacion', key.date) +
      leaf('Epigrafe', key.epigraph) +
      leaf('Concepto', key.concept) +
      leaf('Linea', key.line)
    );
  }
  return (
    (key.series === null ? '' : leaf('SerieFactura', key.series)) +
    leaf('NumFactura', key.number) +
    leaf('FechaExpedicionFactura', key.date) +
    element('EmisorFacturaRecibida', writeIssuer(issuer))
  );
}

function writeIssuer(issuer: IssuerDocument): string {
  if (issuer.kind === 'tax_id') return leaf('NIF', issuer.id);
  const country = issuer.country === null ? '' : leaf('CodigoPais', issuer.country);
  return element('IDOtro', country + leaf('IDType', issuer.idType) + leaf('ID', issuer.id));
}

const situations = {
  correct: 'Correcto',
  accepted_with_errors: 'AceptadoConErrores',
  incorrect: 'Incorrecto',
} as const;

function writeSituation({ state, code }: RecordResult): string {
  const text = code === null ? null : textOf(code);
  return element(
    'SituacionRegistro',
    leaf('EstadoRegistro', situations[state]) +
      (code === null ? '' : leaf('CodigoErrorRegistro', code)) +
      (text === null ? '' : leaf('DescripcionErrorRegistroES', text.es)) +
      (text === null ? '' : leaf('DescripcionErrorRegistroEU', text.eu)),
  );
}

function element(name: string, content: string): string {
  return `<${name}>${content}</${name}>`;
}

function leaf(name: string, text: string | null): string {
  return element(name, escapeText(text ?? ''));
}

/** The texts come from a parsed document, so every character is valid XML. */
function escapeText(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#13;');
}
