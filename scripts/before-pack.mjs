import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './checkout.mjs';

/**
 * The packages that electron-builder.yml leaves out: for the command line alone, or for compiling.
 */
const leftOut = /^(?:commander|@napi-rs\/keyring(?:-.*)?|node-addon-api)$/;

/**
 * electron-builder's hook before packing: writes the notices of third parties and the bill of
 * materials (CycloneDX) of the packed parts. "About" shows the same parts, by the same code.
 */
export default async function beforePack() {
  const compiled = join(root, 'dist', 'main', 'platform', 'licences.js');
  if (!existsSync(compiled)) throw new Error('dist/ is not built: npm run build');
  const { readParts } = await import(pathToFileURL(compiled).href);
  const parts = (await readParts(root)).filter(({ name }) => !leftOut.test(name));
  writeFileSync(join(root, 'dist', 'third-party-notices.md'), toNotices(parts));
  const bill = `${JSON.stringify(toBill(parts), null, 2)}\n`;
  writeFileSync(join(root, 'dist', 'sbom.cdx.json'), bill);
}

function toNotices(parts) {
  const sections = parts.map(
    ({ name, version, licence, text }) => `## ${name} ${version} (${licence})\n\n${text.trim()}\n`,
  );
  return `# Third-party notices

Zubi contains these parts. Those of Electron and Chromium lie beside the program
(LICENSE.electron.txt, LICENSES.chromium.html).

${sections.join('\n')}`;
}

/** The locked packages as npm knows them, without the unpacked ones, and Electron. */
function toBill(parts) {
  const args = ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx'];
  const options = { cwd: root, maxBuffer: 64 * 1024 * 1024, shell: process.platform === 'win32' };
  const bill = JSON.parse(execFileSync('npm', args, options).toString());
  const packed = new Set(parts.map(({ name, version }) => `${name}@${version}`));
  const components = bill.components
    .map(toComponent)
    .filter(({ name, version }) => name === 'electron' || packed.has(`${name}@${version}`));
  const missing = [...packed].filter(
    (part) => !components.some(({ name, version }) => `${name}@${version}` === part),
  );
  if (missing.length > 0) throw new Error(`not in package-lock.json: ${missing.join(', ')}`);
  const known = new Set([bill.metadata.component['bom-ref'], ...components.map(refOf)]);
  const dependencies = bill.dependencies
    .filter(({ ref }) => known.has(ref))
    .map(({ ref, dependsOn = [] }) => ({
      ref,
      dependsOn: dependsOn.filter((to) => known.has(to)),
    }));
  bill.metadata.component.name = 'zubi';
  return { ...bill, components, dependencies };
}

const refOf = (component) => component['bom-ref'];

/** For npm, a part bundled into the window is a development tool; here it is a part. */
function toComponent({ properties: _properties, externalReferences = [], ...component }) {
  const kept = externalReferences.filter(({ type }) => type !== 'distribution');
  return { ...component, scope: 'required', externalReferences: kept };
}
