import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openOffice } from './office.ts';

describe('faults found when the application opened', () => {
  it('are reported by the status, and no data is lost', async () => {
    const office = await openOffice();
    await office.call('connection.useSandbox', {});
    expect((await office.call('app.status', {})).faults).toEqual([]);
    const settings = '{ "language": "eu", broken';
    await office.app.close();
    writeFileSync(join(office.dataFolder, 'settings.json'), settings);
    writeFileSync(join(office.dataFolder, 'secrets.key'), 'another key than the one that sealed');

    const again = await openOffice({ dataFolder: office.dataFolder });
    const { faults } = await again.call('app.status', {});
    expect(faults.map((fault) => fault.code)).toEqual(['settings_damaged', 'secrets_unreadable']);
    const setAside = readdirSync(office.dataFolder).find((name) => name.includes('.corrupt-'));
    expect(readFileSync(join(office.dataFolder, setAside ?? ''), 'utf8')).toBe(settings);
    expect((await again.refused('territories.list', {})).code).toBe('secrets_unreadable');
    const secrets = readFileSync(join(office.dataFolder, 'secrets.json'), 'utf8');
    expect(secrets).toContain('sandbox:user-api-key');
  });
});
