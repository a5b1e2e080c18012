import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { type LedgerDocument, readDocument } from './document.ts';
import { Ledger } from './ledger.ts';
import type { Answer, SavedCompany, Way } from './way.ts';

/** An authorization document as the service has it; only the last upload is kept. */
export interface KeptAuthorization {
  readonly format: string;
  readonly bytes: Buffer;
  readonly state: 'pending_validation';
}

/**
 * An intermediary service written from its specification alone, apart from the sandbox, with a
 * ledger behind it that keeps the truth. It answers submissions in its given way.
 */
export interface Intermediary {
  readonly baseUrl: string;
  readonly userApiKey: string;
  readonly way: Way;
  readonly ledger: Ledger;
  readonly companies: ReadonlyMap<string, SavedCompany>;
  /** By the company's id. */
  readonly authorizations: ReadonlyMap<string, KeptAuthorization>;
  /** Refused requests, each with the reason. */
  readonly refused: readonly string[];
  close(): Promise<void>;
}

/** Only the specification's names. */
export const territories = [
  { id: 1, name: 'Araba' },
  { id: 48, name: 'Bizkaia' },
  { id: 20, name: 'Gipuzkoa' },
];

export async function startIntermediary(
  way: Way,
  clock: () => Date = () => new Date(),
): Promise<Intermediary> {
  const service = new Service(way, clock);
  const server = createServer(async (request, response) => {
    const { status, contentType, body, retryAfter, encoding } = await service.answer(request);
    const waits = retryAfter === undefined ? {} : { 'retry-after': retryAfter };
    const encoded = encoding === undefined ? {} : { 'content-encoding': encoding };
    response.writeHead(status, { 'content-type': contentType, ...waits, ...encoded });
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    userApiKey: service.userKey,
    way,
    ledger: service.ledger,
    companies: service.companies,
    authorizations: service.authorizations,
    refused: service.refused,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** Refuses before anything has happened. */
class Refusal extends Error {
  readonly status: number;
  readonly fields: Readonly<Record<string, readonly string[]>>;

  constructor(status: number, message: string, field?: string) {
    super(message);
    this.status = status;
    this.fields = field === undefined ? {} : { [field]: [message] };
  }
}

interface Call {
  readonly request: IncomingMessage;
  readonly path: string;
  readonly body: Buffer;
}

class Service {
  readonly userKey = `user-${randomBytes(12).toString('hex')}`;
  readonly companies = new Map<string, SavedCompany>();
  readonly authorizations = new Map<string, KeptAuthorization>();
  readonly refused: string[] = [];
  readonly ledger: Ledger;
  readonly #way: Way;

  constructor(way: Way, clock: () => Date) {
    this.#way = way;
    this.ledger = new Ledger(clock, way.cancelledAs);
  }

  async answer(request: IncomingMessage): Promise<Answer> {
    const { pathname: path } = new URL(request.url ?? '/', 'http://localhost');
    try {
      return await this.#route({ request, path, body: await readBody(request) });
    } catch (error) {
      const { status, message, fields } =
        error instanceof Refusal ? error : new Refusal(400, String(error));
      this.refused.push(`${request.method} ${path}: ${message}`);
      return this.#json(this.#way.dress.refusal(message, fields), status);
    }
  }

  async #route(call: Call): Promise<Answer> {
    const { path } = call;
    const { dress } = this.#way;
    switch (`${call.request.method} ${path}`) {
      case 'GET /regional/territories':
        this.#requireUser(call);
        return this.#json(dress.territories(territories));
      case 'GET /regional/license':
        this.#requireUser(call);
        return this.#json(dress.license());
      case 'POST /clientcompanies':
        return this.#saveCompany(call, null);
      case 'POST /expenses':
      case 'POST /receivedinvoices':
        return this.#submit(call);
      case 'POST /intermediateauth/update/multipart':
      case 'POST /intermediateauth/update/json':
        return this.#keepAuthorization(call);
    }
    const asked = /^GET \/results\/([^/]+)$/.exec(`${call.request.method} ${path}`)?.[1];
    if (asked !== undefined && this.#way.later) {
      this.#requireCompany(call);
      return this.#way.later(asked);
    }
    const id = /^\/clientcompanies\/([^/]+)$/.exec(path)?.[1];
    if (id === undefined || call.request.method !== 'POST') throw new Refusal(404, 'no such path');
    return this.#saveCompany(call, id);
  }

  #json(value: unknown, status = 200): Answer {
    return { status, contentType: 'application/json; charset=utf-8', body: JSON.stringify(value) };
  }

  #requireUser({ request }: Call): void {
    if (request.headers[this.#way.headers.user.toLowerCase()] !== this.userKey)
      throw new Refusal(401, 'the user key is not right');
  }

  #requireCompany({ request }: Call): SavedCompany {
    const key = request.headers[this.#way.headers.client.toLowerCase()];
    const company = [...this.companies.values()].find(({ api_key }) => api_key === key);
    if (!company) throw new Refusal(401, 'the client key is not right');
    return company;
  }

  /** Specification 2.1 and 4.1. */
  #saveCompany(call: Call, id: string | null): Answer {
    this.#requireUser(call);
    const fields = readJson(call.body);
    const before = id === null ? undefined : this.companies.get(id);
    if (id !== null && !before) throw new Refusal(404, 'no such company');
    for (const name of ['full_name', 'tax_id_number'])
      if (typeof fields[name] !== 'string') throw new Refusal(422, 'is required', name);
    if (typeof fields.is_individual !== 'boolean')
      throw new Refusal(422, 'is required', 'is_individual');
    if (fields.is_individual !== 'first_name' in fields)
      throw new Refusal(422, 'is for individuals', 'first_name');
    const territory = territories.find(
      ({ id: own }) => String(own) === String(fields.regional_territory_id),
    );
    if (!territory) throw new Refusal(422, 'no such territory', 'regional_territory_id');
    const isTaken = [...this.companies.values()].some(
      (each) => each !== before && each.tax_id_number === fields.tax_id_number,
    );
    if (isTaken) throw new Refusal(422, 'is taken', 'tax_id_number');
    const number = before?.id ?? this.companies.size + 501;
    const api_key = before?.api_key ?? `client-${randomBytes(12).toString('hex')}`;
    const saved = { ...fields, id: number, api_key };
    this.companies.set(String(number), saved);
    return this.#json(this.#way.dress.company(saved, territory));
  }

  /** Specification 2.2 and 4.2. */
  #submit(call: Call): Answer | Promise<Answer> {
    const company = this.#requireCompany(call);
    const fields = readJson(call.body);
    const xml = Buffer.from(String(fields.xml_contents ?? ''), 'base64');
    const document = readOrRefuse(xml);
    if (fields.lroe_operation_type !== document.operation)
      throw new Refusal(422, 'is not that of the XML', 'lroe_operation_type');
    const path = document.kind === '240-received' ? '/receivedinvoices' : '/expenses';
    if (path !== call.path) throw new Refusal(422, 'belongs to the other path', 'xml_contents');
    const type = { '140-with-invoice': 'with_invoice', '140-without-invoice': 'without_invoice' };
    const expected = document.kind === '240-received' ? undefined : type[document.kind];
    if (fields.expense_type !== expected)
      throw new Refusal(422, 'is not that of the XML', 'expense_type');
    if (document.taxId !== company.tax_id_number)
      throw new Refusal(422, 'is of another company', 'xml_contents');
    return this.#way.answer(this.ledger.present(xml));
  }

  /** Specification 2.3 and 4.3. */
  async #keepAuthorization(call: Call): Promise<Answer> {
    const company = this.#requireCompany(call);
    const { format, bytes } = call.path.endsWith('json')
      ? readUpload(call.body)
      : await readForm(call);
    const starts = { pdf: '%PDF', png: '\x89PNG', jpg: '\xff\xd8\xff' } as const;
    const start = Object.hasOwn(starts, format) ? starts[format as keyof typeof starts] : null;
    if (start === null || !bytes.toString('latin1').startsWith(start))
      throw new Refusal(422, 'is not of that format', 'intermediate_auth_file');
    this.authorizations.set(String(company.id), { format, bytes, state: 'pending_validation' });
    return this.#json({});
  }
}

function readOrRefuse(xml: Buffer): LedgerDocument {
  try {
    return readDocument(xml);
  } catch (error) {
    throw new Refusal(422, `is not valid: ${String(error)}`, 'xml_contents');
  }
}

function readUpload(body: Buffer): { format: string; bytes: Buffer } {
  const { intermediate_auth_file: file, file_format: format } = readJson(body);
  return { format: String(format), bytes: Buffer.from(String(file), 'base64') };
}

async function readForm({ request, body }: Call): Promise<{ format: string; bytes: Buffer }> {
  const headers = { 'content-type': request.headers['content-type'] ?? '' };
  const form = await new Response(new Uint8Array(body), { headers }).formData();
  const file = form.get('intermediate_auth_file');
  if (!(file instanceof File)) throw new Refusal(422, 'is required', 'intermediate_auth_file');
  const ending = file.name.toLowerCase().split('.').at(-1) ?? '';
  const bytes = Buffer.from(await file.arrayBuffer());
  return { format: ending === 'jpeg' ? 'jpg' : ending, bytes };
}

function readJson(body: Buffer): Record<string, unknown> {
  const value: unknown = JSON.parse(body.toString('utf8'));
  if (typeof value !== 'object' || value === null) throw new Refusal(400, 'no object');
  return value as Record<string, unknown>;
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  const body = Buffer.concat(pieces);
  return request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body;
}
