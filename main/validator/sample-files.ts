import { bookOf, type LedgerBook } from '../../contract/ledger-books.ts';

/** A sample file with made-up accounts. */
interface SampleFile {
  readonly name: string;
  readonly xml: string;
}

/** The samples' taxpayers: made-up people with well-formed tax IDs. */
export const sampleTaxpayers = [
  {
    isIndividual: true,
    fullName: 'Etxeberria Agirre Miren',
    firstName: 'Miren',
    lastName1: 'Etxeberria',
    lastName2: 'Agirre',
    taxId: '09760433S',
  },
  { isIndividual: false, fullName: 'Bizkaiko Lantegiak SA', taxId: 'A99800476' },
] as const;

const [person, company] = sampleTaxpayers;
const namespaces = 'https://www.batuz.eus/fitxategiak/batuz/LROE/esquemas';

/** A quarter that records are of. */
type Quarter = Readonly<Record<'year' | 'quarter', number>>;

/**
 * One file for each of the three books. `series` (at most 20 characters) and `line` (1 to 99) make
 * the records new each time, so that a second practice is not refused as a repetition.
 */
export function sampleFiles(
  series: string,
  line: number,
  quarter: Quarter = { year: 2026, quarter: 3 },
): readonly SampleFile[] {
  const invoices = { series, quarter };
  return [
    { name: 'recibidas-lantegiak.xml', xml: receivedInvoices(invoices) },
    { name: 'gastos-etxeberria.xml', xml: expensesWithInvoice(invoices) },
    { name: 'gastos-sin-factura-etxeberria.xml', xml: expensesWithoutInvoice(line, quarter) },
  ];
}

/** A day of its first month: past on every day on which the quarter is the next one due. */
function dayIn({ year, quarter }: Quarter, day: string): string {
  return `${day}-${String(quarter * 3 - 2).padStart(2, '0')}-${year}`;
}

/** What an invoice has beside its purchase. */
interface InvoiceContext {
  readonly series: string;
  readonly quarter: Quarter;
}

/** Issued and received: days of the month. */
const purchases = [
  {
    issuer: 'A99805061',
    issuerName: 'Suministros Ibaizabal SA',
    number: '0714',
    issued: '02',
    received: '06',
    description: 'Energía eléctrica',
    base: '1000.00',
    rate: '21.00',
    vat: '210.00',
    total: '1210.00',
  },
  {
    issuer: 'F35999705',
    issuerName: 'Garbiketa Nerbioi Koop. E.',
    number: '0821',
    issued: '09',
    received: '12',
    description: 'Limpieza de las oficinas',
    base: '350.50',
    rate: '21.00',
    vat: '73.61',
    total: '424.11',
  },
  {
    issuer: 'A12345674',
    issuerName: 'Zubieta Paper SA',
    number: '0933',
    issued: '16',
    received: '17',
    description: 'Libros técnicos',
    base: '84.90',
    rate: '4.00',
    vat: '3.40',
    total: '88.30',
  },
] as const;
type Purchase = (typeof purchases)[number];

function receivedInvoices(context: InvoiceContext): string {
  const root = 'LROEPJ240FacturasRecibidasAltaModifPeticion';
  const records = purchases.map(
    (purchase) => `    <FacturaRecibida>
${invoice(purchase, context)}
      <IVA>
        <DetalleIVA>
          <CompraBienesCorrientesGastosBienesInversion>G</CompraBienesCorrientesGastosBienesInversion>
          <InversionSujetoPasivo>N</InversionSujetoPasivo>
${vatLine(purchase)}
        </DetalleIVA>
      </IVA>
    </FacturaRecibida>`,
  );
  return document(root, 'LROE_PJ_240_2_FacturasRecibidas_AltaModifPeticion_V1_0_1.xsd', {
    header: header(bookOf({ model: '240', expenseType: null }), company, context.quarter),
    list: ['FacturasRecibidas', records],
  });
}

function expensesWithInvoice(context: InvoiceContext): string {
  const root = 'LROEPF140GastosConFacturaAltaModifPeticion';
  const records = purchases.map(
    (purchase) => `    <Gasto>
${invoice(purchase, context)}
      <RentaIVA>
        <DetalleRentaIVA>
          <Epigrafe>184200</Epigrafe>
          <BienAfectoIRPFYOIVA>N</BienAfectoIRPFYOIVA>
          <Concepto>629</Concepto>
          <InversionSujetoPasivo>N</InversionSujetoPasivo>
${vatLine(purchase)}
          <ImporteGastoIRPF>${purchase.base}</ImporteGastoIRPF>
        </DetalleRentaIVA>
      </RentaIVA>
    </Gasto>`,
  );
  return document(root, 'LROE_PF_140_2_1_Gastos_Confactura_AltaModifPeticion_V1_0_2.xsd', {
    header: header(bookOf({ model: '140', expenseType: 'with_invoice' }), person, context.quarter),
    list: ['Gastos', records],
  });
}

function expensesWithoutInvoice(line: number, quarter: Quarter): string {
  const root = 'LROEPF140GastosSinFacturaAltaModifPeticion';
  const expenses = [
    ['05', '640', '1450.00'],
    ['15', '640', '1450.00'],
    ['20', '66', '12.40'],
  ] as const;
  const records = expenses.map(
    ([day, concept, amount]) => `    <Gasto>
      <FechaOperacion>${dayIn(quarter, day)}</FechaOperacion>
      <Renta>
        <Epigrafe>184200</Epigrafe>
        <Concepto>${concept}</Concepto>
        <Linea>${line}</Linea>
        <ImporteGastoIRPF>${amount}</ImporteGastoIRPF>
      </Renta>
    </Gasto>`,
  );
  return document(root, 'LROE_PF_140_2_2_Gastos_Sinfactura_AltaModifPeticion_V1_0_2.xsd', {
    header: header(bookOf({ model: '140', expenseType: 'without_invoice' }), person, quarter),
    list: ['Gastos', records],
  });
}

function document(
  root: string,
  namespace: string,
  content: { header: string; list: readonly [string, readonly string[]] },
): string {
  const [list, records] = content.list;
  return `<?xml version="1.0" encoding="UTF-8"?>
<lroe:${root} xmlns:lroe="${namespaces}/${namespace}">
${content.header}
  <${list}>
${records.join('\n')}
  </${list}>
</lroe:${root}>
`;
}

function header(
  { model, chapter, subchapter }: LedgerBook,
  taxpayer: { readonly taxId: string; readonly fullName: string },
  { year }: Quarter,
): string {
  const subchapterLine = subchapter ? `\n    <Subcapitulo>${subchapter}</Subcapitulo>` : '';
  return `  <Cabecera>
    <Modelo>${model}</Modelo>
    <Capitulo>${chapter}</Capitulo>${subchapterLine}
    <Operacion>A00</Operacion>
    <Version>1.0</Version>
    <Ejercicio>${year}</Ejercicio>
    <ObligadoTributario>
      <NIF>${taxpayer.taxId}</NIF>
      <ApellidosNombreRazonSocial>${taxpayer.fullName}</ApellidosNombreRazonSocial>
    </ObligadoTributario>
  </Cabecera>`;
}

function invoice(purchase: Purchase, { series, quarter }: InvoiceContext): string {
  return `      <EmisorFacturaRecibida>
        <NIF>${purchase.issuer}</NIF>
        <ApellidosNombreRazonSocial>${purchase.issuerName}</ApellidosNombreRazonSocial>
      </EmisorFacturaRecibida>
      <CabeceraFactura>
        <SerieFactura>${series}</SerieFactura>
        <NumFactura>${purchase.number}</NumFactura>
        <FechaExpedicionFactura>${dayIn(quarter, purchase.issued)}</FechaExpedicionFactura>
        <FechaRecepcion>${dayIn(quarter, purchase.received)}</FechaRecepcion>
        <TipoFactura>F1</TipoFactura>
      </CabeceraFactura>
      <DatosFactura>
        <DescripcionOperacion>${purchase.description}</DescripcionOperacion>
        <Claves>
          <IDClave>
            <ClaveRegimenIvaOpTrascendencia>01</ClaveRegimenIvaOpTrascendencia>
          </IDClave>
        </Claves>
        <ImporteTotalFactura>${purchase.total}</ImporteTotalFactura>
      </DatosFactura>`;
}

function vatLine(purchase: Purchase): string {
  return `          <BaseImponible>${purchase.base}</BaseImponible>
          <TipoImpositivo>${purchase.rate}</TipoImpositivo>
          <CuotaIVASoportada>${purchase.vat}</CuotaIVASoportada>
          <CuotaIVADeducible>${purchase.vat}</CuotaIVADeducible>`;
}
