import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ask, data, installer, showsWindow, system, until, way } from './installed.mjs';

/*
 * From the version before to the one that its publisher's manifest names: `node
 * test/packaged/update.mjs FOLDER VERSION`, FOLDER with the installers of the version before.
 * Needs the signed manifest at its address, for some share above 0.
 */

const version = process.argv[3];

if (system === 'linux') {
  // A .deb would ask for the administrator's password.
  way.program = installer('AppImage');
  chmodSync(way.program, 0o755);
} else way.install();

// The first of all installations: its turn comes with the smallest share.
mkdirSync(data, { recursive: true, mode: 0o700 });
writeFileSync(join(data, 'updates.json'), JSON.stringify({ version: 1, share: 0 }));

const { ended } = await showsWindow();
await until('asked for updates', () => ask('updates.check') !== null);
await until('downloaded and verified', () => ask('updates.get')?.state === 'ready', 600);
ask('updates.install');
await ended;
await until('the new version runs', () => ask('app.status')?.version === version, 300);
console.log(`good: updated to ${version}`);
