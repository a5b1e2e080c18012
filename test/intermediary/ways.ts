import { gzipSync } from 'node:zlib';
import { defaultServiceProfile } from '../../main/service/profile.ts';
import { nestedDress, nestedHeaders, nestedProfile, plainDress } from './dress.ts';
import type { Ruling } from './ledger.ts';
import { writeResponse } from './ledger-response.ts';
import { json, tellsAll, tellsNothing, trueState, type Way } from './way.ts';

const declared = (xml: string): string => `<?xml version="1.0" encoding="UTF-8"?>\n${xml}`;
const ownWords = {
  Correcto: 'correct',
  ParcialmenteCorrecto: 'partially_correct',
  Incorrecto: 'incorrect',
  AceptadoConErrores: 'accepted_with_errors',
  Anulado: 'cancelled',
} as const;

const base = defaultServiceProfile();
const submission = base.answers.submission;
const withSubmission = (parts: Partial<typeof submission>) => ({
  ...base,
  answers: { ...base.answers, submission: { ...submission, ...parts } },
});
const ledgerWords = {
  resultWords: {
    Correcto: 'correct',
    ParcialmenteCorrecto: 'partially_correct',
    Incorrecto: 'incorrect',
  },
} as const;
const plain = {
  dress: plainDress,
  headers: base.headers,
  cancelledAs: 'Correcto',
} as const;

/** Everything twice: in the words that Zubi assumes, and the ledger's response in strict Base64. */
const envelope: Way = {
  ...plain,
  name: 'an envelope with its own words, and the response in Base64',
  profile: base,
  answer: (presentation) =>
    json({
      result: ownWords[presentation.word],
      identifier: `LROE-${presentation.number}`,
      registration_number: null,
      code: presentation.code,
      message: null,
      records: presentation.isRefusedWhole ? [] : presentation.rulings.map(toOwnRecord),
      ledger_response_xml: Buffer.from(declared(writeResponse(presentation))).toString('base64'),
    }),
  told: tellsAll,
};

function toOwnRecord({ key, word, code, es, eu }: Ruling) {
  return { key, state: ownWords[word], code, message_es: es, message_eu: eu };
}

/** The ledger's word for the file; its records only in the response, which is plain text. */
const plainText: Way = {
  ...plain,
  name: 'the ledger’s word, and the response as plain XML in the JSON',
  profile: withSubmission({
    ...ledgerWords,
    result: 'estado',
    records: 'avisos',
    ledgerResponse: 'respuesta.contenido',
    identifier: 'respuesta.id',
  }),
  answer: (presentation) =>
    json({
      estado: presentation.word,
      avisos: [],
      respuesta: { id: presentation.number, contenido: declared(writeResponse(presentation)) },
    }),
  told: tellsAll,
};

/** No word for the file at all: only the response tells, in gzip and Base64. */
const onlyResponse: Way = {
  ...plain,
  name: 'no result, only the response, in gzip and Base64',
  profile: withSubmission({ result: null, ledgerResponse: 'lroe' }),
  answer: (presentation) =>
    json({
      records: [],
      lroe: gzipSync(declared(writeResponse(presentation))).toString('base64'),
    }),
  told: (presentation) => (presentation.isRefusedWhole ? tellsNothing : tellsAll(presentation)),
};

/** Delivered is all that its word means: it says OK whatever the ledger said. */
const liar: Way = {
  ...plain,
  name: 'OK whatever the response says, which is in Base64 with line breaks',
  profile: withSubmission({
    result: 'status',
    resultWords: { OK: 'correct', KO: 'incorrect' },
    ledgerResponse: 'data.xml',
    records: 'data.records',
  }),
  answer: (presentation) => {
    const base64 = Buffer.from(declared(writeResponse(presentation))).toString('base64');
    const xml = `${base64.replace(/.{76}/g, '$&\r\n')}\r\n`;
    return json({ status: 'OK', data: { records: [], xml } });
  },
  told(presentation) {
    // Neither the word nor the response says that anything was refused, nor that it was taken.
    if (presentation.isRefusedWhole) return tellsNothing;
    const isKept = presentation.rulings.every(({ word }) => word !== 'Incorrecto');
    const told = tellsAll(presentation);
    // All of it is in the book, some with errors: the envelope's word is as true as the other.
    return isKept ? { ...told, states: [...told.states, 'accepted'] } : told;
  },
};

/** No JSON: the response is an element inside a SOAP envelope. */
const soap: Way = {
  ...plain,
  name: 'a SOAP envelope around the response, as application/xml',
  profile: withSubmission({ result: null, ledgerResponse: null }),
  answer: (presentation) => ({
    status: 200,
    contentType: 'application/xml; charset=utf-8',
    body: declared(
      `<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body><w:enviarResponse xmlns:w="urn:w"><w:return>${writeResponse(presentation)}</w:return></w:enviarResponse></soap:Body></soap:Envelope>`,
    ),
  }),
  told: onlyResponse.told,
};

/** JSON that says it is a page, and names the refused records alone. */
const refusedOnly: Way = {
  ...plain,
  name: 'JSON as text/html, with the refused records alone',
  profile: withSubmission({
    ...ledgerWords,
    result: 'EstadoEnvio',
    ledgerResponse: null,
    records: 'errores',
    record: {
      ...submission.record,
      key: {
        issuer: 'emisor',
        series: 'serie',
        number: 'factura',
        date: 'fecha',
        epigraph: 'epigrafe',
        concept: 'concepto',
        line: 'linea',
      },
      state: 'estado',
      stateWords: { Incorrecto: 'incorrect' },
      code: 'codigo',
      messageEs: 'descripcion',
      messageEu: null,
    },
  }),
  answer: ({ word, rulings, isRefusedWhole }) =>
    json(
      {
        EstadoEnvio: word,
        errores: isRefusedWhole
          ? []
          : rulings.filter((each) => each.word === 'Incorrecto').map(toSpanishRecord),
      },
      'text/html; charset=UTF-8',
    ),
  told: (presentation) => ({
    states: [trueState(presentation)],
    // Of a file that is wholly taken or refused the word for the file tells each record.
    tells: (index) =>
      presentation.word !== 'ParcialmenteCorrecto' ||
      presentation.rulings[index]?.word === 'Incorrecto',
  }),
};

function toSpanishRecord({ key, word, code, es }: Ruling) {
  const { issuer, series, number, date, epigraph, concept, line } = key;
  return {
    emisor: issuer,
    serie: series,
    factura: number,
    fecha: date,
    epigrafe: epigraph,
    concepto: concept,
    linea: line === null ? null : Number(line),
    estado: word,
    codigo: code,
    descripcion: es,
  };
}

/** All under wrappers, the records as a map by their place, which no profile can name as a list. */
const map: Way = {
  name: 'wrappers in wrappers, and a map of records instead of a list',
  dress: nestedDress,
  headers: nestedHeaders,
  cancelledAs: 'Anulado',
  profile: nestedProfile,
  answer: ({ word, rulings, code }) =>
    json({
      ok: true,
      data: {
        response: {
          outcome: { word: ownWords[word], code },
          lines: Object.fromEntries(
            rulings.map(({ key, word: own, code: ownCode }, index) => [
              `line-${index + 1}`,
              { ref: key, outcome: { word: ownWords[own], code: ownCode } },
            ]),
          ),
        },
      },
    }),
  // Whoever does not find the list where it should be may not call the file accepted; that all of
  // it was refused, or a part, is true also of the word alone.
  told: (presentation) => ({
    ...tellsNothing,
    states: presentation.word === 'Correcto' ? ['unknown'] : ['unknown', trueState(presentation)],
  }),
};

/** No envelope: the body is the response itself, in the encoding of the ledger's headers. */
const bare: Way = {
  ...plain,
  name: 'the response itself as text/xml, in ISO-8859-1',
  cancelledAs: 'Anulado',
  profile: withSubmission({ result: null, ledgerResponse: null }),
  answer: (presentation) => ({
    status: 200,
    contentType: 'text/xml',
    body: Buffer.from(
      `<?xml version="1.0" encoding="ISO-8859-1"?>${writeResponse(presentation)}`,
      'latin1',
    ),
  }),
  told: onlyResponse.told,
};

export const ways: readonly Way[] = [
  ...[envelope, plainText, onlyResponse, liar, soap, refusedOnly, map, bare],
];
