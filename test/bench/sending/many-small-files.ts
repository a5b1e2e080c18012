import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import { Secret } from '../../../main/platform/secrets/secret.ts';
import { createServiceClient } from '../../../main/service/client.ts';
import { defaultServiceProfile } from '../../../main/service/profile.ts';
import { buildSubmissionBody } from '../../../main/service/submission-body.ts';
import { type Desk, furnish, openDesk, readHistory } from '../../crash/desk.ts';
import { makeDocument } from '../../fixtures/validator/make-document.ts';
import { companyTaxId } from '../../fixtures/validator/tax-ids.ts';
import type { BenchRow } from '../verdict.ts';
import { bindTo, halveCores } from './cores.ts';
import { median } from './median.ts';

const rounds = 5;
const files = 200;
const recordsOfAFile = 3;
const silent = { info: () => {}, warn: () => {}, error: () => {} };
const softwareGarante = {
  holds: true,
  taxId: 'B00000034',
  license: 'BENCH',
  name: 'Zubi',
  version: '1',
};
const companiesOf = (digit: number) =>
  Array.from({ length: 8 }, (_, index) => ({
    taxId: companyTaxId('B', 9_000_000 + digit * 100_000 + index),
    name: `Neurketa ${digit}${index} SL`,
  }));
type Company = { readonly taxId: string; readonly name: string };

/** Documents of a round: no two of them share a record. */
function documentsOf(
  companies: readonly Company[],
  round: number,
): { company: number; xml: string }[] {
  return Array.from({ length: files }, (_, index) => {
    const company = index % companies.length;
    const firstRecord = (round * files + index) * recordsOfAFile;
    const taxpayer = companies[company];
    const options = {
      seed: 4,
      records: recordsOfAFile,
      firstRecord,
      ...(taxpayer ? { taxpayer } : {}),
    };
    return { company, xml: makeDocument('240-received', options) };
  });
}

/**
 * Two hundred small files through the whole queue (every state on disk before and after, every
 * answer read and kept) against the sandbox's ceiling for such files over as many connections,
 * measured with autocannon: the same process, bodies of the same size, a company's key with each.
 * Twice as many companies as connections, because a company's files leave one after another.
 * Milliseconds for all of them; each round measures both, and the ratio is the median of the
 * rounds.
 *
 * Twice. With the sandbox on cores of its own, as a service has a machine of its own (left out
 * where processes cannot be bound to cores). And with all cores for both, where the ceiling takes
 * what autocannon leaves of its core: a sender that needs more than autocannon lowers its own
 * measure.
 */
export async function benchManyFiles(): Promise<BenchRow[]> {
  const cores = halveCores();
  const shared = await measure(', cores shared');
  if (!cores) return [shared];
  bindTo(cores.client, process.pid);
  const apart = await measure(', the sandbox on cores of its own', cores.service);
  bindTo(cores.all, process.pid);
  return [apart, shared];
}

/** `cores` are those of the sandbox; by default any. */
async function measure(how: string, cores?: string): Promise<BenchRow> {
  const folder = mkdtempSync(join(tmpdir(), 'zubi-many-'));
  const script = fileURLToPath(new URL('./sandbox.ts', import.meta.url));
  const child: ChildProcess = spawn(process.execPath, [script, join(folder, 'outside')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    if (!child.stdout || child.pid === undefined) throw new Error('no output');
    if (cores !== undefined) bindTo(cores, child.pid);
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    const service = JSON.parse(String(line)) as { baseUrl: string; userApiKey: string };
    const desk = await openDesk(join(folder, 'desk'));
    const ours = companiesOf(1);
    await furnish(desk, { ...service, close: async () => {} }, ours);
    const keys = await createTheirCompanies(service);
    const [oursMs, ceilingMs]: [number[], number[]] = [[], []];
    // The first round is not counted: the sandbox compiles its code, and the first sender pays for
    // it.
    for (let round = 0; round <= rounds; round += 1) {
      const their = await fireAll(service.baseUrl, keys, round);
      const own = await sendAll(desk, documentsOf(ours, round));
      if (round === 0) continue;
      ceilingMs.push(their);
      oursMs.push(own);
    }
    await desk.app.close();
    const [ours_ms, other_ms] = [median(oursMs), median(ceilingMs)];
    const name = `${files} small files through the queue${how}`;
    return {
      name,
      ours_ms,
      other: "the sandbox's ceiling (autocannon)",
      other_ms,
      ratio: median(oursMs.map((ms, round) => ms / (ceilingMs[round] ?? ms))),
    };
  } finally {
    child.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function sendAll(desk: Desk, documents: readonly { xml: string }[]): Promise<number> {
  const fileIds: string[] = [];
  for (const [index, { xml }] of documents.entries()) {
    const taken = await desk.app.takeFile({
      name: `${index}.xml`,
      bytes: new TextEncoder().encode(xml),
    });
    if (taken.ok) fileIds.push(taken.value.fileId);
  }
  await desk.call('submissions.check', { fileIds });
  await desk.call('submissions.pause', {});
  await desk.call('submissions.send', { fileIds });
  const started = performance.now();
  await desk.call('submissions.resume', {});
  await desk.app.idle();
  const tookMs = performance.now() - started;
  const wrong = (await readHistory(desk)).filter(({ state }) => state !== 'accepted');
  if (wrong.length > 0) throw new Error(`${wrong.length} not accepted: ${wrong[0]?.answerCode}`);
  return tookMs;
}

async function createTheirCompanies(service: {
  baseUrl: string;
  userApiKey: string;
}): Promise<Secret[]> {
  const client = createServiceClient({
    baseUrl: service.baseUrl,
    profile: defaultServiceProfile(),
    transport: { environment: {} },
    log: silent,
  });
  const userKey = new Secret(service.userApiKey);
  const territories = await client.territories(userKey);
  const territoryId = territories.find(({ name }) => name === 'Bizkaia')?.id ?? '';
  const keys: Secret[] = [];
  for (const { taxId, name } of companiesOf(2)) {
    const fields = { isIndividual: false, fullName: name, taxId, territoryId };
    const noNames = { firstName: null, lastName1: null, lastName2: null };
    keys.push((await client.createCompany(userKey, { ...fields, ...noNames })).apiKey);
  }
  await client.close();
  return keys;
}

async function fireAll(url: string, keys: readonly Secret[], round: number): Promise<number> {
  const profile = defaultServiceProfile();
  const companies = companiesOf(2);
  const requests: Parameters<typeof autocannon>[0]['requests'][number][] = [];
  for (const { company, xml } of documentsOf(companies, round)) {
    const { taxId = '', name = '' } = companies[company] ?? {};
    const clientKey = keys[company] ?? new Secret('none');
    const body = buildSubmissionBody(
      {
        xml: Buffer.from(xml),
        fiscalYear: 2026,
        taxpayer: { taxId, name },
        softwareGarante,
        clientKey,
        form: { model: '240', operation: 'creation', expenseType: null },
        certificateKey: new Secret('a-certificate-key'),
      },
      profile,
    );
    const headers = {
      'content-type': 'application/json',
      [profile.headers.client]: clientKey.reveal(),
    };
    requests.push({
      method: 'POST',
      path: '/receivedinvoices',
      headers,
      body: body.toString(),
    } as const);
  }
  // Each connection has its own list, so that every document is sent once.
  const lanes = profile.concurrency;
  const started = performance.now();
  let answeredAt = started;
  const results = await Promise.all(
    Array.from({ length: lanes }, (_, lane) => {
      const own = requests.filter((_request, index) => index % lanes === lane);
      const run = autocannon({
        url,
        connections: 1,
        amount: own.length,
        sampleInt: 20,
        requests: own,
      });
      // It checks for the end only now and then: the time of the last answer counts.
      return run.on('response', () => {
        answeredAt = performance.now();
      });
    }),
  );
  const tookMs = answeredAt - started;
  const bad = results.reduce((sum, { non2xx, errors }) => sum + non2xx + errors, 0);
  if (bad > 0) throw new Error(`${bad} refused`);
  return tookMs;
}
