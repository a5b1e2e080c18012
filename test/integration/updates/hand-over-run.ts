import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { setImmediate } from 'node:timers/promises';

/*
 * Hands a file over to the real electron-updater, on a stand-in for `electron`, and lets it
 * install: `node hand-over-run.ts FILE VERSION [changed]`. Prints the error.
 */

const standIn = new URL('electron-here.ts', import.meta.url).href;
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' ? { url: standIn, shortCircuit: true } : next(specifier, context),
});
const { createUpdater } = await import('../../../main/hosts/desktop/updater.ts');
const folder = process.env.HERE ?? '';
Object.assign(process, { resourcesPath: folder });

const [path = '', version = '', changed] = process.argv.slice(2);
const bytes = readFileSync(path);
const kind = process.env.KIND === 'deb' ? 'deb' : 'AppImage';
const quiet = () => undefined;
const updater = createUpdater({
  kind,
  appImage: process.env.APPIMAGE ?? null,
  personUmask: null,
  log: { info: quiet, warn: quiet, error: quiet },
});
try {
  await updater.prepare({
    version,
    path,
    name: `zubi-new.${kind}`,
    sizeBytes: bytes.length,
    sha512: createHash('sha512')
      .update(changed ?? bytes)
      .digest('base64'),
  });
  // A person who stays is not updated; one who leaves is.
  updater.leave();
  updater.cancel();
  let fails = false;
  const begin = () => updater.begin(() => (fails = true));
  const stays = begin();
  updater.leave();
  const begins = begin();
  await setImmediate();
  process.stdout.write(JSON.stringify([stays, begins, fails]));
} catch (error) {
  process.stdout.write(error instanceof Error ? error.message : String(error));
}
