import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { codeOf, send } from '../../unit/browser/test-server.ts';
import { startService, taxpayer } from '../core/recording-service.ts';
import { makeFolder, startZubi } from './run-zubi.ts';

const newKey = () => `planted-${randomBytes(18).toString('base64url')}`;

async function signIn(address: string) {
  const { origin } = new URL(address);
  const headers = { origin, 'content-type': 'application/json' };
  const session = { headers, body: JSON.stringify({ code: codeOf(address) }) };
  const { token } = JSON.parse((await send(origin, 'POST', '/api/session', session)).body);
  return async (method: string, input: object) => {
    const body = JSON.stringify({ method, input, requestId: crypto.randomUUID() });
    const call = { headers: { ...headers, 'x-zubi-token': token }, body };
    const reply = JSON.parse((await send(origin, 'POST', '/api/call', call)).body);
    if (!reply.ok) throw new Error(`${method}: ${JSON.stringify(reply.error)}`);
    return reply.value;
  };
}

/** Requests a heap snapshot of a process, taken after a garbage collection. */
async function takeSnapshot(pid: number, folder: string): Promise<string> {
  process.kill(pid, 'SIGUSR2');
  const read = () => {
    const name = readdirSync(folder).find((each) => each.endsWith('.heapsnapshot'));
    const text = name === undefined ? '' : readFileSync(join(folder, name), 'utf8');
    JSON.parse(text);
    return text;
  };
  return vi.waitFor(read, { timeout: 60_000, interval: 500 });
}

it.skipIf(process.platform === 'win32')(
  'no text of a key stays in memory after its last use, in any of its forms',
  async () => {
    const folder = await makeFolder();
    onTestFinished(() => folder.remove());
    const keys = { user: newKey(), certificate: newKey(), client: newKey() };
    const { baseUrl, received } = await startService(keys.client);
    const running = startZubi(['serve', '--no-open', '--data', join(folder.path, 'data')], {
      env: {
        NODE_OPTIONS: `--heapsnapshot-signal=SIGUSR2 --diagnostic-dir=${folder.path}`,
        DBUS_SESSION_BUS_ADDRESS: '',
      },
    });
    onTestFinished(() => running.kill('SIGKILL'));
    const call = await signIn(await running.firstLine());
    await call('connection.set', {
      baseUrl,
      userApiKey: keys.user,
      certificateKey: keys.certificate,
      softwareGarante: { holds: true, taxId: 'B00000034', license: 'T', name: 'Z', version: '1' },
    });
    await call('companies.create', {
      isIndividual: false,
      fullName: taxpayer.name,
      taxId: taxpayer.taxId,
      territoryId: 'bizkaia',
    });
    const { files } = await call('submissions.addSamples', {});
    const ours = files.filter((file: { header: { taxId: string } | null; verdict: string }) =>
      JSON.stringify(file).includes(taxpayer.taxId),
    );
    const fileIds = ours.slice(0, 1).map(({ id }: { id: string }) => id);
    const { submissions } = await call('submissions.send', { fileIds });
    await vi.waitFor(
      async () => {
        const { submission } = await call('submissions.get', { id: submissions[0].id });
        expect(submission.state).not.toMatch(/queued|sending/);
      },
      { timeout: 20_000 },
    );
    expect(received.join()).toContain(keys.client);
    expect(received.join()).toContain(keys.certificate);

    const heap = await takeSnapshot(running.pid, folder.path);
    // The service's address is found: it is no secret.
    expect(heap).toContain(baseUrl);
    for (const key of Object.values(keys)) {
      const base64 = Buffer.from(key).toString('base64');
      const forms = [key, key.toLowerCase(), base64, Buffer.from(key).toString('hex')];
      const counts = forms.map((form) => heap.split(form.slice(0, 24)).length - 1);
      expect(counts).toEqual([0, 0, 0, 0]);
    }
  },
);
