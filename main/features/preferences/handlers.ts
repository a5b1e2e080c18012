import type { Settings } from '../../../contract/settings.ts';
import { Secret } from '../../platform/secrets/secret.ts';
import type { Core, Handlers } from '../core.ts';

/** Settings, and the protection of keys. `onSetAside`: the companies have no keys any more. */
export function settingsHandlers(
  core: Core,
  { onSetAside }: { readonly onSetAside: () => Promise<void> },
) {
  const protect = async (work: () => ReturnType<Core['vault']['protect']>) => {
    const protection = await work();
    // What waited for the keys is sealed before a window asks.
    if (core.store.owns) await core.chain.tend();
    core.emit({ name: 'settings.changed', payload: {} });
    return protection;
  };
  return {
    'settings.get': async () => core.settings.read(),
    'settings.set': async (change) => {
      core.settings.write({ ...core.settings.read(), ...withoutUndefined(change) });
      core.emit({ name: 'settings.changed', payload: {} });
      return core.settings.read();
    },
    'secrets.protect': ({ passphrase, current = '' }) =>
      protect(async () => {
        await confirm(core, current);
        return core.vault.protect(new Secret(passphrase));
      }),
    'secrets.unprotect': ({ passphrase }) =>
      protect(async () => {
        await confirm(core, passphrase);
        return core.vault.unprotect();
      }),
    'secrets.unlock': ({ passphrase }) => protect(() => core.vault.unlock(new Secret(passphrase))),
    'secrets.lock': () => protect(() => core.vault.lock()),
    'secrets.setAside': () =>
      protect(async () => {
        const protection = await core.vault.setAside();
        await onSetAside();
        return protection;
      }),
  } satisfies Partial<Handlers>;
}

/** Refuses a wrong passphrase (`wrong_passphrase`) before the one in use is changed or given up. */
async function confirm({ vault }: Core, passphrase: string): Promise<void> {
  if (vault.protection().backend === 'passphrase') await vault.unlock(new Secret(passphrase));
}

/** A field left out keeps what is stored. */
function withoutUndefined(
  change: { [Key in keyof Settings]?: Settings[Key] | undefined },
): Partial<Settings> {
  return Object.fromEntries(
    Object.entries(change).filter(([, value]) => value !== undefined),
  ) as Partial<Settings>;
}
