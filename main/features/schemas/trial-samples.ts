import { bookOf } from '../../../contract/ledger-books.ts';
import { escapeMarkup } from '../../platform/markup.ts';
import { sampleFiles } from '../../validator/sample-files.ts';
import type { SchemaDescription } from '../../validator/schema/schema-package.ts';

/** A document to try a schema with: correct, or with one mistake. */
interface TrialSample {
  /** `clean`, or the slip. */
  readonly slip: TrialSlip | 'clean';
  /** With the root in this namespace. */
  readonly xml: (namespace: string) => string;
}

/**
 * Mistakes that accounting programs make; each schema is tried with those that its sample can have.
 */
const slips = {
  decimal_comma: [/<(BaseImponible|ImporteGastoIRPF)>(\d+)\.(\d+)</, '<$1>$2,$3<'],
  iso_date: [/>(\d\d)-(\d\d)-(\d{4})</, '>$3-$2-$1<'],
  tax_id: [/<NIF>.*?<\/NIF>/, '<NIF>X</NIF>'],
  unknown_element: [/<\/Cabecera>/, '<Otro>1</Otro></Cabecera>'],
  missing_year: [/\s*<Ejercicio>.*?<\/Ejercicio>/, ''],
  unknown_code: [/<(TipoFactura|Concepto|Capitulo)>.*?</, '<$1>ZZ<'],
  too_long: [/<(NumFactura|Epigrafe)>.*?</, `<$1>${'1'.repeat(60)}<`],
  too_many_decimals: [/<(CuotaIVASoportada|ImporteGastoIRPF)>(\d+)\.\d+</, '<$1>$2.123<'],
  no_records: [/<(Gastos|FacturasRecibidas)>.*<\/\1>/s, '<$1></$1>'],
} as const satisfies Record<string, readonly [RegExp, string]>;

type TrialSlip = keyof typeof slips;

/** The samples of a schema's form, the clean one first; none for an unknown root. */
export function trialSamples({
  root,
  form,
}: Pick<SchemaDescription, 'root' | 'form'>): readonly TrialSample[] {
  const clean = cleanSample(root) ?? cancellationSample(root, form);
  if (clean === null) return [];
  const broken = Object.entries(slips).flatMap(([slip, [pattern, replacement]]) => {
    const xml = clean.replace(pattern, replacement);
    return xml === clean ? [] : [{ slip: slip as TrialSlip, xml }];
  });
  return [{ slip: 'clean' as const, xml: clean }, ...broken].map(({ slip, xml }) => ({
    slip,
    xml: (namespace) =>
      xml.replace(/xmlns:lroe="[^"]*"/, () => `xmlns:lroe="${escapeMarkup(namespace)}"`),
  }));
}

function cleanSample(root: string): string | null {
  return sampleFiles('M1', 1).find(({ xml }) => xml.includes(`<lroe:${root} `))?.xml ?? null;
}

/** A cancellation with the header of its creation. */
function cancellationSample(root: string, form: SchemaDescription['form']): string | null {
  if (form.operationGroup !== 'cancellation') return null;
  const creation = cleanSample(root.replace(/AnulacionPeticion$/, 'AltaModifPeticion'));
  if (creation === null) return null;
  const header = /<Cabecera>.*<\/Cabecera>/s.exec(creation)?.[0].replace('>A00<', '>AN0<') ?? '';
  const { container, record, identity, hasInvoices } = bookOf(form);
  const fields = hasInvoices ? invoiceKey : expenseKey;
  return `<lroe:${root} xmlns:lroe="">${header}<${container}><${record}><${identity}>${fields}</${identity}></${record}></${container}></lroe:${root}>`;
}

const invoiceKey =
  '<SerieFactura>M1</SerieFactura><NumFactura>0714</NumFactura><FechaExpedicionFactura>02-07-2026</FechaExpedicionFactura>' +
  '<EmisorFacturaRecibida><NIF>A99805061</NIF></EmisorFacturaRecibida>';

const expenseKey =
  '<FechaOperacion>31-07-2026</FechaOperacion><Epigrafe>184200</Epigrafe><Concepto>640</Concepto><Linea>1</Linea>';
