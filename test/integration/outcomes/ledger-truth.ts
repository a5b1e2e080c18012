/**
 * The ledger's treatment of each record of a file of four; nothing here knows how Zubi reads it.
 */
export type Fate = 'Correcto' | 'AceptadoConErrores' | 'Incorrecto';

export interface Truth {
  readonly name: string;
  readonly fates: readonly Fate[];
  /** A fault of the file: the response has no records, and nothing was taken. */
  readonly isRefusedWhole?: boolean;
}

export const truths: readonly Truth[] = [
  { name: 'took all', fates: ['Correcto', 'Correcto', 'Correcto', 'Correcto'] },
  {
    name: 'took all, one with errors',
    fates: ['Correcto', 'AceptadoConErrores', 'Correcto', 'Correcto'],
  },
  {
    name: 'took a part',
    fates: ['Correcto', 'Incorrecto', 'AceptadoConErrores', 'Incorrecto'],
  },
  { name: 'refused each', fates: ['Incorrecto', 'Incorrecto', 'Incorrecto', 'Incorrecto'] },
  {
    name: 'refused the file',
    fates: ['Incorrecto', 'Incorrecto', 'Incorrecto', 'Incorrecto'],
    isRefusedWhole: true,
  },
];

export const recordCount = 4;

export function keyOf(index: number) {
  return {
    issuer: 'A12345674',
    series: 'S',
    number: `F-${index + 1}`,
    date: '01-02-2026',
    epigraph: null,
    concept: null,
    line: null,
  };
}

const codes: Readonly<Record<Fate, string | null>> = {
  Correcto: null,
  AceptadoConErrores: 'B4_3000001',
  Incorrecto: 'B4_2000003',
};

export const codeOf = (fate: Fate): string | null => codes[fate];

/** Whether the ledger has a record. */
export const isTaken = (fate: Fate | undefined): boolean => fate !== 'Incorrecto';

/** The ledger's word for the whole file. */
export function wordOf({ fates }: Truth): 'correct' | 'partially_correct' | 'incorrect' {
  if (fates.every((fate) => fate === 'Incorrecto')) return 'incorrect';
  return fates.every((fate) => fate === 'Correcto') ? 'correct' : 'partially_correct';
}

const root = 'LROEPJ240FacturasRecibidasAltaModifRespuesta';

/** The response as the ledger writes it, without a declaration. */
export function writeResponse(truth: Truth): string {
  const records = truth.fates.map((fate, index) => {
    const { series, number, date, issuer } = keyOf(index);
    const code = codeOf(fate);
    const fault =
      code === null
        ? ''
        : `<CodigoErrorRegistro>${code}</CodigoErrorRegistro><DescripcionErrorRegistroES>El dato ñ es incorrecto.</DescripcionErrorRegistroES>`;
    return `<Registro><IDRecibida><SerieFactura>${series}</SerieFactura><NumFactura>${number}</NumFactura><FechaExpedicionFactura>${date}</FechaExpedicionFactura><EmisorFacturaRecibida><NIF>${issuer}</NIF></EmisorFacturaRecibida></IDRecibida><SituacionRegistro><EstadoRegistro>${fate}</EstadoRegistro>${fault}</SituacionRegistro></Registro>`;
  });
  const list = truth.isRefusedWhole ? '' : `<Registros>${records.join('')}</Registros>`;
  return `<ns2:${root} xmlns:ns2="https://www.batuz.eus/${root}.xsd"><Cabecera><Modelo>240</Modelo><Operacion>A00</Operacion></Cabecera>${list}</ns2:${root}>`;
}
