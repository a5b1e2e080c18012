import { type ImportField, importFields } from '../../../../contract/company-texts.ts';
import { foldText } from '../../../../contract/fold-text.ts';

/**
 * Known headings, separated by commas: in Spanish, in Basque, in English with the service's own
 * names. Accents, punctuation and the order of the words do not count; headings that only name tax
 * ids ("NIF/CIF") need no entry.
 */
const headings: Readonly<Record<ImportField, string>> = {
  taxId: `nif cliente, cif cliente, n i f, c i f, documento, id fiscal, código fiscal,
    nif empresa, cif empresa, nif titular, nif contribuyente, n nif,
    identificación fiscal, número de identificación fiscal,
    identifikazio fiskala, identifikazio fiskaleko zenbakia,
    ifz zenbakia, bezeroaren ifz, enpresaren ifz,
    tax id, taxid, tax id number, tax number, vat, vat id`,
  fullName: `nombre completo, razón social, denominación, denominación social, empresa, cliente,
    nombre o razón social, nombre fiscal, apellidos y nombre, titular, contribuyente,
    apellidos nombre razón social, nombre denominación, nombre cliente, nombre empresa,
    izen osoa, sozietatearen izena, sozietate izena, enpresa, bezeroa, izen abizenak,
    izena edo sozietate izena, bezeroaren izena, enpresaren izena, enpresa izena, izen soziala,
    full name, fullname, company, company name, legal name, business name, client`,
  isIndividual: `persona física, es persona física, tipo, tipo de persona, física jurídica,
    pertsona fisikoa, mota, pertsona mota,
    is individual, individual, type, natural person, kind`,
  firstName: `nombre, nombre de pila, izena, ponte izena, first name, firstname, given name, name`,
  lastName1: `apellido, apellido 1, apellido1, primer apellido, 1er apellido, apellidos,
    apellidos razón social,
    abizena, abizena 1, abizena1, lehen abizena, abizenak,
    last name, last name 1, lastname1, first surname, surname, surname 1, surnames, last names`,
  lastName2: `apellido 2, apellido2, segundo apellido, 2o apellido,
    abizena 2, abizena2, bigarren abizena, last name 2, lastname2, second surname, surname 2`,
  code: `código, código cliente, cod, cod cliente, n cliente, número de cliente, referencia,
    kodea, bezero kodea, bezeroaren kodea, bezero zenbakia,
    code, client code, customer code, client number, reference`,
  group: `grupo, grupo de empresas, taldea, enpresa taldea, group, client group`,
  adviser: `responsable, asesor, asesora, asesor asignado, gestor, gestora, encargado,
    arduraduna, aholkularia, adviser, advisor, assigned adviser, manager`,
  territory: `territorio, territorio histórico, id territorio, hacienda, hacienda foral, provincia,
    lurraldea, lurralde historikoa, probintzia, ogasuna,
    territory, territory id, regional territory id, province, region`,
  serviceId: `id, identificador, id servicio, identificador del servicio,
    identifikatzailea, zerbitzuko identifikatzailea,
    service id, serviceid, client company, clientcompany, client company id`,
  apiKey: `clave, clave api, clave de cliente, clave de la empresa, token,
    gakoa, api gakoa, bezeroaren gakoa, enpresaren gakoa,
    key, api key, apikey, client key, client api key`,
  notes: `notas, nota, observaciones, comentarios, oharrak, oharra, notes, note, comments, remarks`,
};

/** Words that do not count: "nombre o razón social", "NIF del cliente". */
const idleWords = new Set(['o', 'y', 'de', 'del', 'edo', 'eta', 'or', 'and', 'of']);

/** A heading's words in one order, so that "Razón social o nombre" is "nombre razon social". */
function keyOf(heading: string): string {
  return foldText(heading)
    .replaceAll(/\b([a-z])\.(?=[a-z]\b)/g, '$1')
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '' && !idleWords.has(word))
    .sort()
    .join(' ');
}

const fieldByKey: ReadonlyMap<string, ImportField> = new Map(
  // Of two fields with the same heading, the first one counts.
  importFields
    .toReversed()
    .flatMap((field) => headings[field].split(',').map((heading) => [keyOf(heading), field])),
);

/** A heading that only names tax ids: "C.I.F./N.I.F.", "NIF o DNI". */
const taxIdsOnly = /^(?:(?:nif|cif|dni|nie|ifz|ifk|nan) ?)+$/;

/** Longer than any known heading with any punctuation. */
const maxHeading = 100;

/** The field that a heading names; null for an unknown one. */
export function fieldOf(heading: string): ImportField | null {
  if (heading === '' || heading.length > maxHeading) return null;
  const key = keyOf(heading);
  return taxIdsOnly.test(key) ? 'taxId' : (fieldByKey.get(key) ?? null);
}

/** Names of amounts, folded. A row with one of them and a tax id is a heading. */
export const amountNames: readonly string[] = [
  ...['importe', 'total', 'importe total', 'zenbatekoa', 'zenbateko', 'guztira', 'guztizkoa'],
  'amount',
];

/** Whether a heading is one of these names, alone or with more words behind it. */
export function beginsWithName(heading: string, names: readonly string[]): boolean {
  const words = `${wordsOf(heading)} `;
  return names.some((name) => words.startsWith(`${name} `));
}

/** A heading's words in their order, folded: "Nº de N.I.F." is "n de nif". */
export function wordsOf(heading: string): string {
  return foldText(heading)
    .replaceAll('.', '')
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim();
}
