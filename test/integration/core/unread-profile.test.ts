import { expect, it, onTestFinished } from 'vitest';
import type { ConnectionFile } from '../../../main/features/connection/connection-file.ts';
import { connectionFileSchema } from '../../../main/features/connection/connection-file.ts';
import { ProvenFile } from '../../../main/features/connection/proven-file.ts';
import { VaultFolder } from '../../fixtures/secrets/vault-folder.ts';

// As after an update whose schema takes fewer profiles: the vault itself proves the file.
it('a profile that is not taken keeps back its own connection alone, and loses none', async () => {
  const folder = new VaultFolder();
  onTestFinished(() => folder.remove());
  const vault = await folder.open();
  const open = () => new ProvenFile({ dataFolder: folder.path, vault, clock: () => new Date() });
  const file: ConnectionFile = connectionFileSchema.parse({
    active: 'production',
    connections: [
      { id: 'production', baseUrl: 'https://one.invalid' },
      { id: 'test', baseUrl: 'https://two.invalid', profile: { colour: 'red' } },
    ],
  });
  const choose = (active: ConnectionFile['active']) =>
    open().change(
      (former) => ({ ...former, active }),
      () => undefined,
    );

  await open().change(
    () => file,
    () => undefined,
  );
  expect(await open().refusal()).toBeNull();
  await choose('test');
  expect(await open().refusal()).toBe('service_profile_unread');
  await expect(open().requireTrust()).rejects.toMatchObject({ code: 'service_profile_unread' });
  await choose('production');
  expect(await open().refusal()).toBeNull();
  expect(open().read().connections).toEqual(file.connections);
});
