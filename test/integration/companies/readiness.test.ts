import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { publishedFiles } from '../../unit/schemas/published.ts';
import { type Office, openOffice } from '../core/office.ts';
import { json, serveHttp } from '../service/stand.ts';
import { lantegiak, openConnectedOffice } from './relay.ts';

async function statesOf(office: Office, refresh = false): Promise<Record<string, string>> {
  const { items } = await office.call('connection.readiness', { refresh });
  return Object.fromEntries(items.map(({ id, state }) => [id, state]));
}

/** A connection with a company keeps what its service said of itself. */
async function moveAway(office: Office): Promise<void> {
  await office.call('companies.create', lantegiak);
  await office.call('connection.set', {
    baseUrl: 'http://127.0.0.1:1/',
    userApiKey: 'a-key-for-nobody',
    movedHost: true,
  });
}

describe('the requirements before the first submission', () => {
  it('are reported before there is any data', async () => {
    const office = await openOffice({ ownValidator: true });
    const { ready, items } = await office.call('connection.readiness', {});
    expect(ready).toBe(false);
    expect(items.map(({ id, state, action }) => [id, state, action])).toEqual([
      ['connection', 'missing', 'set_connection'],
      ['user_key', 'missing', 'set_user_key'],
      ['connection_tested', 'unknown', 'test_connection'],
      ['territories', 'missing', 'refresh_territories'],
      ['software_garante', 'missing', 'set_software_garante'],
      ['license', 'unknown', 'ask_license'],
      ['certificate_key', 'missing', 'set_certificate_key'],
      ['schemas', 'ready', null],
      ['key_protection', 'attention', 'set_passphrase'],
    ]);
  });

  it('compare the Software Garante with the data of the service', async () => {
    const { office } = await openConnectedOffice();
    expect(await statesOf(office)).toMatchObject({
      license: 'unknown',
      territories: 'ready',
      connection_tested: 'ready',
    });
    const { ready, items } = await office.call('connection.readiness', { refresh: true });
    expect(ready).toBe(true);
    const license = items.find(({ id }) => id === 'license');
    expect(license).toMatchObject({
      state: 'attention',
      details: { differs: ['license', 'version'] },
    });
    const told = await office.call('license.get', {});
    await office.call('connection.set', {
      softwareGarante: {
        holds: true,
        taxId: 'B00000034',
        name: told.software ?? '',
        license: told.license ?? '',
        version: told.version ?? '',
      },
    });
    expect(await statesOf(office)).toMatchObject({ license: 'ready', software_garante: 'ready' });
  });

  it('do not take an answer that says nothing for a licence', async () => {
    await using server = await serveHttp(json(200, {}));
    const office = await openOffice();
    const userApiKey = 'a-user-key-0123';
    await office.call('connection.set', { baseUrl: server.baseUrl, userApiKey });
    await office.call('license.get', {});
    expect(await statesOf(office)).toMatchObject({ license: 'unknown' });
  });

  it('name what is missing in the Software Garante, and need attention without the status', async () => {
    const { office } = await openConnectedOffice();
    const { softwareGarante } = await office.call('connection.get', {});
    if (!softwareGarante) throw new Error('none');
    await office.call('connection.set', { softwareGarante: { ...softwareGarante, holds: false } });
    const without = await office.call('connection.readiness', {});
    expect(without.items.find(({ id }) => id === 'software_garante')).toMatchObject({
      state: 'attention',
      action: 'become_software_garante',
    });
    await office.call('connection.set', { softwareGarante: { ...softwareGarante, license: '' } });
    const { ready, items } = await office.call('connection.readiness', {});
    expect(ready).toBe(false);
    expect(items.find(({ id }) => id === 'software_garante')).toMatchObject({
      state: 'missing',
      details: { empty: ['license'] },
    });
    const refused = await office.refused('submissions.send', { fileIds: ['none'] });
    expect(refused).toMatchObject({
      code: 'software_garante_missing',
      details: { empty: ['license'] },
    });
  });

  it('check the schemas in force, installed ones included', async () => {
    const office = await openOffice({ ownValidator: true });
    const schemas = async () => {
      const { items } = await office.call('connection.readiness', {});
      return items.find(({ id }) => id === 'schemas');
    };
    expect(await schemas()).toMatchObject({
      state: 'ready',
      details: { installed: 0, without: [] },
    });
    const fileIds = await Promise.all(
      [...publishedFiles()].map(async ([name, bytes]) => {
        const taken = await office.app.takeFile({ name, bytes });
        if (!taken.ok) throw new Error(`not taken: ${taken.error.code}`);
        return taken.value.fileId;
      }),
    );
    const { package: installed } = await office.call('schemas.install', { fileIds });
    expect(await schemas()).toMatchObject({ state: 'ready', details: { installed: 1 } });
    await office.app.close();
    const folder = join(office.dataFolder, 'schemas', installed.id);
    for (const name of readdirSync(folder)) writeFileSync(join(folder, name), 'damaged');
    const again = await office.restart();
    const { items } = await again.call('connection.readiness', {});
    expect(items.find(({ id }) => id === 'schemas')).toMatchObject({
      state: 'attention',
      action: 'update_schemas',
      details: { file: installed.id },
    });
  });

  it('ask for newer schemas where a form has none in force yet', async () => {
    const office = await openOffice({
      ownValidator: true,
      clock: () => new Date('2001-01-01T09:00:00Z'),
    });
    const { ready, items } = await office.call('connection.readiness', {});
    expect(ready).toBe(false);
    const schemas = items.find(({ id }) => id === 'schemas');
    expect(schemas).toMatchObject({ state: 'missing', action: 'update_schemas' });
    expect(schemas?.details.without).toContain('240-received');
  });

  it('are reported without an error when the service cannot be reached', async () => {
    const { office } = await openConnectedOffice();
    await moveAway(office);
    expect(await statesOf(office, true)).toMatchObject({
      connection_tested: 'attention',
      territories: 'ready',
    });
  });
});

describe('territories', () => {
  it('are kept, and requested again when a person wants', async () => {
    const { office } = await openConnectedOffice();
    const known = await office.call('territories.list', {});
    await moveAway(office);
    expect(await office.call('territories.list', {})).toEqual(known);
    expect((await office.refused('territories.list', { refresh: true })).code).toBe(
      'connection_refused',
    );
    expect(await office.call('territories.list', {})).toEqual(known);
  });

  it('are requested again after a week, and the kept ones serve when the service cannot be reached', async () => {
    let now = new Date('2026-11-02T09:00:00Z');
    const { office } = await openConnectedOffice();
    const again = await office.restart({ clock: () => now });
    const known = await again.call('territories.list', { refresh: true });
    await moveAway(again);
    now = new Date('2026-11-20T09:00:00Z');
    expect(await again.call('territories.list', {})).toEqual(known);
    expect((await again.call('app.status', {})).connection).toBe('failing');
  });
});
