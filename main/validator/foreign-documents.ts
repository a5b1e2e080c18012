import type { DocumentKind } from '../../contract/verdict.ts';
import type { IssueCode } from './issue-codes.ts';

/** What an XML document is when it is none of the six forms. */
interface ForeignDocument {
  readonly kind: DocumentKind;
  readonly detail: string;
  readonly code: IssueCode;
  readonly params: Readonly<Record<string, string | number>>;
}

interface Root {
  readonly name: string;
  readonly namespace: string;
}

/**
 * Chapters of both books (Envío Masivo: structure of the LROE); other chapters are named by their
 * root.
 */
const chapterCodes: Readonly<Record<string, IssueCode>> = {
  '140/1': 'file_chapter_income',
  '240/1': 'file_chapter_issued_invoices',
  '140/3': 'file_chapter_assets',
  '240/3': 'file_chapter_assets',
  '140/4': 'file_chapter_intra_community',
  '240/4': 'file_chapter_intra_community',
  '140/5': 'file_chapter_cash_criterion',
  '240/5': 'file_chapter_cash_criterion',
  '140/6': 'file_chapter_funds',
  '240/6': 'file_chapter_other_information',
  '140/7': 'file_chapter_other_information',
  '140/8': 'file_chapter_asset_groups',
};

/** Names a document by its root element. */
export function nameForeignDocument(root: Root): ForeignDocument {
  const name = root.name.slice(0, 120);
  return (
    nameLedgerDocument(root, name) ??
    nameKnownDocument(root, name) ?? {
      kind: 'other_xml',
      detail: name,
      code: 'file_is_other_xml',
      params: { root: name },
    }
  );
}

function nameLedgerDocument({ name, namespace }: Root, shortName: string): ForeignDocument | null {
  if (!/^LROEP[FJ](?:140|240)/.test(name) && !/\/LROE_P[FJ]_(?:140|240)_/.test(namespace))
    return null;
  const named = { detail: shortName, params: { root: shortName } };
  if (/Respuesta$/.test(name) || /Respuesta_V/.test(namespace))
    return { kind: 'ledger_response', code: 'file_is_ledger_response', ...named };
  const place = /LROE_P[FJ]_(140|240)_(\d)(?:_(\d))?_/.exec(namespace);
  const model = place?.[1] ?? /^LROEP[FJ](140|240)/.exec(name)?.[1] ?? '';
  const chapterNumber = place?.[2] ?? chapterByName(name);
  if (/Consulta/.test(name) && chapterNumber === '2')
    return { kind: 'ledger_other_chapter', code: 'file_is_ledger_query', ...named };
  const chapter = place?.[3] === undefined ? chapterNumber : `${chapterNumber}.${place[3]}`;
  const code = chapterCodes[`${model}/${chapterNumber}`];
  if (code === undefined)
    return { kind: 'ledger_other_chapter', code: 'file_chapter_other', ...named };
  return {
    kind: 'ledger_other_chapter',
    detail: `${model}/${chapter}`,
    code,
    params: { model, chapter },
  };
}

/** Chapter of a root whose namespace does not name it. */
function chapterByName(name: string): string {
  const words: readonly (readonly [RegExp, string])[] = [
    [/Ingresos|FacturasEmitidas/, '1'],
    [/Gastos|FacturasRecibidas/, '2'],
    [/Bienes/, '3'],
    [/Intracomunitarias/, '4'],
    [/Cobros|Pagos/, '5'],
    [/Provisiones|Suplidos/, '6'],
  ];
  return words.find(([word]) => word.test(name))?.[1] ?? '';
}

const knownDocuments: readonly {
  readonly root: RegExp;
  readonly namespace: RegExp;
  readonly kind: DocumentKind;
  readonly code: IssueCode;
}[] = [
  {
    root: /^(?:Anula)?TicketBai(?:Response)?$/i,
    namespace: /^urn:ticketbai:/,
    kind: 'ticketbai',
    code: 'file_is_ticketbai',
  },
  { root: /^Facturae$/, namespace: /facturae/i, kind: 'facturae', code: 'file_is_facturae' },
  {
    root: /^CrossIndustryInvoice$|^CrossIndustryDocument$/,
    namespace: /^urn:oasis:names:specification:ubl:schema:xsd:|CrossIndustryInvoice|fatturapa/,
    kind: 'electronic_invoice',
    code: 'file_is_electronic_invoice',
  },
  { root: /^html$/i, namespace: /xhtml$/, kind: 'html', code: 'file_is_html' },
];

function nameKnownDocument({ name, namespace }: Root, shortName: string): ForeignDocument | null {
  const known = knownDocuments.find(
    ({ root, namespace: ours }) => root.test(name) || ours.test(namespace),
  );
  if (known === undefined) return null;
  return { kind: known.kind, detail: shortName, code: known.code, params: { root: shortName } };
}
