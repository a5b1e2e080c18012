// Rewrites namespaces, roots, file lists and SHA-256 of xsd/manifest.json from the schema files.
// `node test/conformance/refresh-manifest.ts`; with `--check` it writes nothing and ends with 1
// when something is stale.
import { readFileSync, writeFileSync } from 'node:fs';
import { computeManifest, readManifest, schemaFolder } from './manifest-files.ts';

const target = new URL('manifest.json', schemaFolder);
const fresh = `${JSON.stringify(computeManifest(readManifest()), null, 2)}\n`;
const isStale = readFileSync(target, 'utf8') !== fresh;

if (process.argv.includes('--check')) {
  console.log(
    isStale
      ? 'xsd/manifest.json is stale: run node test/conformance/refresh-manifest.ts'
      : 'xsd/manifest.json is up to date',
  );
  process.exitCode = isStale ? 1 : 0;
} else {
  if (isStale) writeFileSync(target, fresh);
  console.log(isStale ? 'xsd/manifest.json rewritten' : 'xsd/manifest.json was up to date');
}
