import { rootNames, type XmlNode } from './document.ts';
import type { Presentation, Ruling } from './ledger.ts';

const schemas = {
  '140-with-invoice': 'LROE_PF_140_2_1_Gastos_Confactura_',
  '140-without-invoice': 'LROE_PF_140_2_2_Gastos_Sinfactura_',
  '240-received': 'LROE_PJ_240_2_FacturasRecibidas_',
} as const;

/** Name of the schema file of the ledger's response. */
export function responseSchema({ document }: Presentation): string {
  const ending =
    document.operation === 'cancellation'
      ? 'AnulacionRespuesta_V1_0_0'
      : 'AltaModifRespuesta_V1_0_1';
  return `${schemas[document.kind]}${ending}.xsd`;
}

/**
 * The ledger's own response, by its schemas, without a declaration: no presentation where nothing
 * was stored, no records where the file was refused as a whole.
 */
export function writeResponse(presentation: Presentation): string {
  const { document, rulings, word, isRefusedWhole, at } = presentation;
  const schema = responseSchema(presentation);
  const group = document.operation === 'cancellation' ? 'Anulacion' : 'AltaModif';
  const root = `ns2:${rootNames[document.kind]}${group}Respuesta`;
  const record = document.kind === '240-received' ? 'IDRecibida' : 'IDGasto';
  const namespace = `https://www.batuz.eus/fitxategiak/batuz/LROE/esquemas/${schema}`;
  return [
    `<${root} xmlns:ns2="${namespace}">`,
    writeNode(document.header),
    word === 'Incorrecto'
      ? ''
      : `<DatosPresentacion>${tag('FechaPresentacion', writeTime(at))}${tag('NIFPresentador', 'B00000034')}</DatosPresentacion>`,
    isRefusedWhole
      ? ''
      : `<Registros>${rulings.map((each) => writeRuling(each, record)).join('')}</Registros>`,
    `</${root}>`,
  ].join('');
}

function writeRuling({ name, word, code, es, eu }: Ruling, element: string): string {
  const situation = [
    tag('EstadoRegistro', word),
    code === null ? '' : tag('CodigoErrorRegistro', code),
    es === null ? '' : tag('DescripcionErrorRegistroES', es),
    eu === null ? '' : tag('DescripcionErrorRegistroEU', eu),
  ].join('');
  const key = `<${element}>${name.map(writeNode).join('')}</${element}>`;
  return `<Registro>${key}<SituacionRegistro>${situation}</SituacionRegistro></Registro>`;
}

function writeNode({ name, text, children }: XmlNode): string {
  return children.length === 0
    ? tag(name, text)
    : `<${name}>${children.map(writeNode).join('')}</${name}>`;
}

const tag = (name: string, text: string): string => `<${name}>${escapeXml(text)}</${name}>`;

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** An instant as the ledger writes it, on Bizkaia's clock. */
function writeTime(at: Date): string {
  const words = at.toLocaleString('sv-SE', { timeZone: 'Europe/Madrid' });
  const [day = '', time = ''] = words.split(' ');
  return `${day.split('-').toReversed().join('-')} ${time}`;
}
