import { deflateSync, gzipSync } from 'node:zlib';

/** How an answer carries the ledger's response. */
export interface Wrapping {
  readonly name: string;
  /** The value at the profile's place; undefined for none. */
  readonly put: (xml: string) => unknown;
  /** `elsewhere`: in another place than the profile's; `unnamed`: the profile names none. */
  readonly place?: 'elsewhere' | 'unnamed';
  /** Whether a careful reader finds the response. */
  readonly isReadable: boolean;
  /** There is none. */
  readonly isAbsent?: boolean;
  /** The form of the whole answer; JSON by default. */
  readonly send?: (json: string, xml: string) => readonly [type: string, body: string | Buffer];
  /** The body is the response: there is no envelope. */
  readonly isBare?: boolean;
}

const base64 = (bytes: string | Buffer): string => Buffer.from(bytes).toString('base64');
const inLines = (text: string): string => `${text.replace(/.{76}/g, '$&\r\n')}\r\n`;
const declared = (xml: string): string => `<?xml version="1.0" encoding="UTF-8"?>\n${xml}`;
const escaped = (xml: string): string =>
  xml.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const soap = (content: string): string =>
  declared(
    `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><w:EnviarRespuesta xmlns:w="urn:w"><w:return>${content}</w:return></w:EnviarRespuesta></s:Body></s:Envelope>`,
  );
const utf16 = (text: string): Buffer => Buffer.from(`\uFEFF${text}`, 'utf16le');

const found = (name: string, put: (xml: string) => unknown): Wrapping => ({
  name,
  put,
  isReadable: true,
});
const lost = (name: string, put: (xml: string) => unknown): Wrapping => ({
  name,
  put,
  isReadable: false,
});
const plain = (xml: string) => declared(xml);

export const wrappings: readonly Wrapping[] = [
  found('plain XML', plain),
  found('Base64', (xml) => base64(declared(xml))),
  found('Base64 in lines', (xml) => inLines(base64(declared(xml)))),
  found('Base64, url-safe and without padding', (xml) =>
    Buffer.from(`${declared(xml)}\n`).toString('base64url'),
  ),
  found('gzip in Base64', (xml) => base64(gzipSync(declared(xml)))),
  found('gzip in Base64 in lines', (xml) => inLines(base64(gzipSync(xml)))),
  found('Base64 in Base64', (xml) => base64(base64(declared(xml)))),
  found('UTF-16 in Base64', (xml) => base64(utf16(declared(xml).replace('UTF-8', 'UTF-16')))),
  found('a data address', (xml) => `data:application/xml;base64,${base64(xml)}`),
  found('an element of SOAP', soap),
  found('text in an element of SOAP', (xml) => soap(escaped(declared(xml)))),
  found('CDATA in an element of SOAP', (xml) => soap(`<![CDATA[${declared(xml)}]]>`)),
  found('Base64 in an element of SOAP', (xml) => base64(soap(inLines(base64(xml))))),
  found('an object', (xml) => ({ content: { xml: base64(xml) } })),
  found('JSON in a string', (xml) => JSON.stringify({ content: declared(xml) })),
  found('a JSON string of JSON in a string', (xml) =>
    JSON.stringify(JSON.stringify({ content: base64(gzipSync(xml)) })),
  ),
  { ...found('another place', (xml) => base64(xml)), place: 'elsewhere' },
  { ...found('a place that the profile has not', plain), place: 'unnamed' },
  { ...found('JSON as text/json', plain), send: (json) => ['text/json', json] },
  { ...found('JSON as text/html', plain), send: (json) => ['text/html; charset=utf-8', json] },
  {
    ...found('JSON as a JSON string', plain),
    send: (json) => ['application/json', JSON.stringify(json)],
  },
  {
    ...found('the body', plain),
    isBare: true,
    send: (_, xml) => ['application/xml', declared(xml)],
  },
  {
    ...found('the body, in Latin-1', plain),
    isBare: true,
    send: (_, xml) => [
      'text/xml; charset=ISO-8859-1',
      Buffer.from(`<?xml version="1.0" encoding="ISO-8859-1"?>${xml}`, 'latin1'),
    ],
  },
  {
    ...found('the body, in gzip', plain),
    isBare: true,
    send: (_, xml) => ['application/xml', gzipSync(declared(xml))],
  },
  {
    ...found('SOAP as the body', plain),
    isBare: true,
    send: (_, xml) => ['application/soap+xml', soap(xml)],
  },
  { ...lost('nothing', () => undefined), isAbsent: true },
  lost('XML that breaks off', (xml) => declared(xml).slice(0, -30)),
  lost('gzip that breaks off', (xml) => base64(gzipSync(xml).subarray(0, -20))),
  lost('a wrapping that nobody knows', (xml) => base64(deflateSync(xml))),
  lost('hexadecimal', (xml) => Buffer.from(xml).toString('hex')),
  {
    // Only the words are left of it.
    ...lost('a list in the ledger’s words', (xml) => ({
      TipoRespuesta: xml.includes('<Registro>') ? null : 'Incorrecto',
      Registros: [...xml.matchAll(/<EstadoRegistro>(\w+)/g)].map(([, word]) => ({
        EstadoRegistro: word,
      })),
    })),
    place: 'unnamed',
  },
  { ...lost('broken XML that the profile has not', (xml) => xml.slice(0, -30)), place: 'unnamed' },
];
