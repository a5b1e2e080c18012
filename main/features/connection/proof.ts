import { Buffer } from 'node:buffer';
import type { Vault } from '../../platform/ports.ts';
import {
  authenticate,
  authenticationKeyName,
  isAuthentic,
} from '../../platform/secrets/authentication.ts';
import type { ConnectionFile, ConnectionSlot } from './connection-file.ts';

const purpose = 'connection';

/** Writes what `next` gives, with its proof. Throws what `Vault.authenticationKey` throws. */
export async function proveConnection(
  vault: Pick<Vault, 'authenticationKey'>,
  next: () => ConnectionFile,
): Promise<ConnectionFile> {
  const { id, key } = await vault.authenticationKey(purpose);
  const file = next();
  const code = authenticate(key, provenBytes(file)).toString('base64');
  key.wipe();
  return { ...file, proof: { keyId: id, code } };
}

/**
 * Whether the file was written through this vault. An empty file needs no proof. Throws
 * `secrets_locked` and any other error that keeps the vault's key from opening.
 */
export async function isProven(
  vault: Pick<Vault, 'authenticationKey' | 'names'>,
  file: ConnectionFile,
): Promise<boolean> {
  if (file.active === 'none' && file.connections.length === 0) return true;
  const { proof } = file;
  if (proof === null || !vault.names().includes(authenticationKeyName(proof.keyId))) return false;
  const { key } = await vault.authenticationKey(purpose, proof.keyId);
  const code = Buffer.from(proof.code, 'base64');
  const former = formerBytes(file);
  const isRight =
    isAuthentic(key, provenBytes(file), code) ||
    (former !== null && isAuthentic(key, former, code));
  key.wipe();
  return isRight;
}

function provenBytes({ active, connections }: ConnectionFile): Uint8Array {
  return Buffer.from(JSON.stringify([2, active, connections.map(partsOf)]));
}

/**
 * As it was proven before connections had names: one sandbox, one production, one profile. Null for
 * a file that says more.
 */
function formerBytes({ active, connections }: ConnectionFile): Uint8Array | null {
  if (connections.some(({ id, name }) => !['sandbox', 'production'].includes(id) || name !== ''))
    return null;
  const profiles = connections.filter(({ own }) => !own).map(({ profile }) => profile);
  const profile = profiles[0] ?? null;
  if (profiles.some((each) => JSON.stringify(each) !== JSON.stringify(profile))) return null;
  const partsOfKind = (kind: string) => {
    const slot = connections.find(({ id }) => id === kind);
    return slot ? partsOf(slot).slice(2, 4) : null;
  };
  const parts = [partsOfKind('sandbox'), partsOfKind('production')];
  return Buffer.from(JSON.stringify([1, active, ...parts, profile]));
}

/** The own sandbox's address is only its last one, so it needs no proof. */
function partsOf({ id, name, own, baseUrl, softwareGarante: garante, profile }: ConnectionSlot) {
  const software = garante && [
    garante.holds,
    garante.taxId,
    garante.license,
    garante.name,
    garante.version,
  ];
  return [id, name, own ? null : baseUrl, software, profile];
}
