import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
} from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root, say } from './checkout.mjs';

/*
 * The publisher's half of updates (docs/releasing.md):
 *
 *   node scripts/sign-update.mjs new-key --key private.pem --manifest-url URL
 *   node scripts/sign-update.mjs sign --key private.pem --files FOLDER --version 0.2.0
 *     [--days 60] [--rollout 100] [--notes-es FILE] [--notes-eu FILE] [--out updates.json]
 *
 * The first writes the private key and prints what belongs into build/updates.json, with the public
 * one; the second writes the manifest of the installers in FOLDER, signed. Run it where the private
 * key lives: no server and no hosted workflow has it.
 */

const systems = { mac: 'darwin', win: 'win32', linux: 'linux' };
const architectures = { x64: 'x64', x86_64: 'x64', amd64: 'x64', arm64: 'arm64', aarch64: 'arm64' };
const kinds = { exe: 'nsis', zip: 'zip', AppImage: 'AppImage', deb: 'deb', rpm: 'rpm' };

/**
 * The parts of an installer's name (`artifactName` of electron-builder.yml); null for other files.
 */
function readName(name, version) {
  const pattern = /^zubi-(\d+\.\d+\.\d+)-(mac|win|linux)-([a-z0-9_]+)\.([A-Za-z]+)$/;
  const [, named, system, arch, extension] = pattern.exec(name) ?? [];
  if (named !== version || !architectures[arch] || !kinds[extension]) return null;
  return { platform: systems[system], arch: architectures[arch], kind: kinds[extension] };
}

function describeFiles(folder, version) {
  return readdirSync(folder).flatMap((name) => {
    const target = readName(name, version);
    if (target === null) return [];
    const bytes = readFileSync(join(folder, name));
    const sha512 = createHash('sha512').update(bytes).digest('base64');
    return [{ ...target, url: name, name, sizeBytes: bytes.length, sha512 }];
  });
}

/** The changelog's section of a version. */
function readChanges(changelog, version) {
  const sections = readFileSync(changelog, 'utf8').split(/^## /m);
  const section = sections.find((text) => text.split(/[\s\]]/)[0]?.replace('[', '') === version);
  if (section === undefined) throw new Error(`${changelog} has no section "## ${version}"`);
  return section.slice(section.indexOf('\n') + 1).trim();
}

function newKey({ key, 'manifest-url': manifestUrl }) {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' });
  // An existing key is never overwritten.
  writeFileSync(key, pem, { mode: 0o600, flag: 'wx' });
  const trust = { publicKey: toText(publicKey), manifestUrl };
  say('build/updates.json, for the builds that are to trust this key:');
  process.stdout.write(`${JSON.stringify(trust, null, 2)}\n`);
}

function toText(publicKey) {
  return publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
}

function signManifest(options) {
  const { version, files: folder, days, rollout, out } = options;
  const files = describeFiles(folder, version);
  if (files.length === 0) throw new Error(`no installer of ${version} in ${folder}`);
  const expires = new Date(Date.now() + Number(days) * 24 * 3600_000).toISOString();
  const notes = { en: readChanges(options.changelog, version) };
  for (const language of ['es', 'eu']) {
    const path = options[`notes-${language}`];
    if (path !== undefined) notes[language] = readFileSync(path, 'utf8').trim();
  }
  const signed = JSON.stringify({
    ...{ format: 'zubi-update/1', version, expires, rollout: Number(rollout), notes, files },
  });
  const key = createPrivateKey(readFileSync(options.key));
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('the key is not one of Ed25519');
  const signature = sign(null, Buffer.from(signed), key).toString('base64');
  writeFileSync(out, `${JSON.stringify({ signed, signature }, null, 2)}\n`);
  for (const { name } of files) say(name);
  say(`${out}: ${version} for ${rollout} %, until ${expires}, key ${toText(createPublicKey(key))}`);
}

const text = { type: 'string' };
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    ...{ key: text, 'manifest-url': text, files: text, version: text },
    ...{ 'notes-es': text, 'notes-eu': text },
    changelog: { ...text, default: join(root, 'CHANGELOG.md') },
    days: { ...text, default: '60' },
    rollout: { ...text, default: '100' },
    out: { ...text, default: 'updates.json' },
  },
});
const commands = {
  'new-key': { run: newKey, needs: ['key', 'manifest-url'] },
  sign: { run: signManifest, needs: ['key', 'files', 'version'] },
};
const command = commands[positionals[0]];
const lacks = command?.needs.filter((name) => values[name] === undefined) ?? ['new-key or sign'];
try {
  if (lacks.length > 0) throw new Error(`sign-update needs ${lacks.join(', ')}`);
  command.run(values);
} catch (error) {
  say(error.message);
  process.exitCode = 1;
}
