import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { ZubiError } from '../../contract/errors.ts';
import { inspectDocument } from '../../main/features/authorizations/inspection/inspect.ts';
import { readArchive } from '../../main/features/backup/archive.ts';
import { readCsv } from '../../main/features/companies/import/table/read-csv.ts';
import { readSpreadsheet } from '../../main/features/companies/import/table/read-xlsx.ts';
import { createCollector } from '../../main/features/schemas/limits.ts';
import { readZip } from '../../main/features/schemas/zip.ts';
import { encodeHeader } from '../../main/platform/files/sealed-file.ts';
import { Secret } from '../../main/platform/secrets/secret.ts';
import { readCompany, readLicense, readTerritories } from '../../main/service/answers.ts';
import { toSendOutcome } from '../../main/service/outcome.ts';
import { defaultServiceProfile } from '../../main/service/profile.ts';
import { createRedactor } from '../../main/service/redaction.ts';
import { makePdf, packedObject } from '../fixtures/authorizations/documents.ts';
import { makeZip, type ZipEntry } from '../fixtures/make-zip.ts';
import type { Random } from '../fixtures/validator/random.ts';
import {
  companyRow,
  companySheet,
  textCell,
  workbookEntries,
} from '../fixtures/workbooks/make-workbook.ts';
import { mutate } from './mutate.ts';

/** A reader of foreign bytes. */
export interface FuzzKind {
  /** Slightly wrong bytes. */
  make(random: Random): Uint8Array;
  /** Reads them. Any thrown error but a `ZubiError` is a fault of ours. */
  read(bytes: Uint8Array): Promise<unknown>;
}

/** The end of a reading. */
export type FuzzEnd = 'read' | 'refused';

/** Throws what the reader should not have thrown. */
export async function endOf(kind: FuzzKind, bytes: Uint8Array): Promise<FuzzEnd> {
  try {
    await kind.read(bytes);
    return 'read';
  } catch (error) {
    if (error instanceof ZubiError && error.code !== 'internal') return 'refused';
    throw error;
  }
}

const bytesOf = (text: string): Uint8Array => Buffer.from(text);

/** Half of the time the zip itself is changed, else its content. */
function mutateZip(random: Random, entries: readonly ZipEntry[]): Uint8Array {
  const contents = entries.map(({ content }) => Buffer.from(content));
  if (random.chance(0.5)) return mutate(random, makeZip(entries), [makeZip(entries.slice(1))]);
  const chosen = random.int(0, entries.length - 1);
  return makeZip(
    entries.map((entry, index) =>
      index === chosen
        ? { ...entry, content: mutate(random, Buffer.from(entry.content), contents) }
        : entry,
    ),
  );
}

const workbook = workbookEntries({
  sheets: [
    `${companySheet(`${companyRow}<row r="4" hidden="1"><c r="B4" s="1"><f>A1</f><v>45000</v></c><c t="s"><v>1</v></c><c t="b"><v>1</v></c><c t="e"><v>#N/A</v></c></row>`)}<mergeCells><mergeCell ref="A1:B2"/></mergeCells>`,
    `<!-- x --><sheetData><row>${textCell('a<![CDATA[b]]>&amp;&#241;')}</row></sheetData>`,
  ],
  strings: '<si><t>a</t></si><si><r><t>b</t></r><rPh><t>c</t></rPh></si>',
  styles:
    '<numFmts><numFmt numFmtId="164" formatCode="dd/mm"/></numFmts><cellXfs><xf/><xf numFmtId="164"/></cellXfs>',
});

const tables = [
  'NIF;Razón social;Territorio\nA1;"Peña; ""SL""";Bizkaia\n\nA2;Urkiola;Bizkaia\n',
  'sep=,\r\nTítulo\r\nNIF,Empresa\r\nA1,"a\r\nb"\r\n',
  "\uFEFFNIF\tEmpresa\r\nA1\t'=1+1\r\n",
].flatMap((text) => [Buffer.from(text), Buffer.from(text, 'utf16le'), Buffer.from(text, 'latin1')]);

const documents = [
  makePdf(),
  makePdf({ version: '2.0', head: '%âãÏÓ\n', objects: [packedObject('4 0 <</Type/Font>>')] }),
  makePdf({ objects: ['<</Type/Action/S/JavaScript/JS(x)>>'], trailer: '/Info 4 0 R' }),
];

const packageFiles: readonly ZipEntry[] = [
  { name: 'LROE/a.xsd', content: '<schema xmlns="http://www.w3.org/2001/XMLSchema"/>' },
  { name: 'LROE/manifest.json', content: '{"files":["a.xsd"]}' },
  { name: 'LROE/leeme.pdf', content: '%PDF' },
];

const answers = [
  '{"result":"correct","identifier":"1","records":[{"key":{"issuer":"A","number":"1"},"state":"correct","code":null}],"ledger_response_xml":"PGEvPg=="}',
  '{"result":"incorrect","errors":[{"field":"a","message":"b"}],"message":"no"}',
  '{"data":[{"id":7,"name":"Bizkaia","api_key":"k"}],"id":7,"api_key":"k","software":{"developer":{}}}',
].map(bytesOf);
const context = {
  profile: defaultServiceProfile(),
  redactor: createRedactor([new Secret('a-secret-of-some-length')]),
  now: new Date(0),
  onBrokenLedgerResponse: () => {},
};

/** The readers of an answer, each by itself: a refusal of one does not stop the others. */
const answerReaders: readonly ((raw: Answer) => unknown)[] = [
  (raw) => toSendOutcome({ kind: 'answered', raw, retryAfter: null }, context),
  (raw) => readTerritories(raw, context.profile),
  (raw) => readLicense(raw, context.profile),
  (raw) => readCompany(raw, context.profile),
];
interface Answer {
  readonly status: number;
  readonly contentType: string;
  readonly body: Buffer;
  readonly latencyMs: number;
}

const archiveHeader = encodeHeader('ZUBIBAK1', {
  format: 1,
  version: '0.1.0',
  sealed: null,
  includesKeys: true,
  history: {
    createdAt: '2026-01-01T00:00:00.000Z',
    submissions: 0,
    companies: 0,
    lastSubmissionAt: null,
    cause: null,
    version: 20,
  },
});
const emptySha256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
const manifest = bytesOf(
  JSON.stringify({
    entries: ['zubi.db', 'keys.json'].map((name) => ({ name, sizeBytes: 0, sha256: emptySha256 })),
  }),
);

/** An archive without a seal: header, one frame, in it the manifest and two empty files. */
function makeArchive(header: Uint8Array, listed: Uint8Array): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(listed.byteLength);
  const body = gzipSync(Buffer.concat([length, listed]));
  const head = Buffer.alloc(5, 1);
  head.writeUInt32BE(body.length, 1);
  return Buffer.concat([header, head, body]);
}

function mutateArchive(random: Random): Uint8Array {
  const whole = makeArchive(archiveHeader, manifest);
  const others = [whole, archiveHeader, manifest];
  if (random.chance(0.05)) return whole;
  if (random.chance(0.3)) return mutate(random, whole, others);
  if (random.chance(0.3)) return makeArchive(mutate(random, archiveHeader, others), manifest);
  return makeArchive(archiveHeader, mutate(random, manifest, others));
}

async function readAsArchive(bytes: Uint8Array): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'zubi-fuzz-'));
  try {
    const path = join(folder, 'archive');
    writeFileSync(path, bytes);
    await readArchive(path, null, (name) => (name === 'keys.json' ? null : join(folder, name)));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export const fuzzKinds: Readonly<Record<string, FuzzKind>> = {
  xlsx: { make: (random) => mutateZip(random, workbook), read: readSpreadsheet },
  csv: {
    make: (random) => mutate(random, random.pick(tables), tables),
    read: async (bytes) => readCsv(bytes),
  },
  zip: {
    make: (random) => mutateZip(random, packageFiles),
    read: (bytes) => readZip(bytes, createCollector()),
  },
  pdf: {
    make: (random) => mutate(random, random.pick(documents), documents),
    read: (bytes) => inspectDocument(Buffer.from(bytes), 'a.pdf'),
  },
  json: {
    make: (random) => mutate(random, random.pick(answers), answers),
    read: async (bytes) => {
      const body = Buffer.from(bytes);
      const raw = { status: 200, contentType: 'application/json', body, latencyMs: 1 };
      const ends = await Promise.allSettled(answerReaders.map(async (read) => read(raw)));
      for (const end of ends)
        if (end.status === 'rejected' && !(end.reason instanceof ZubiError)) throw end.reason;
      if (ends[0]?.status === 'rejected') throw new Error('an outcome was thrown');
    },
  },
  archive: { make: mutateArchive, read: readAsArchive },
};
