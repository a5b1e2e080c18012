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
  const isRight = isAuthentic(key, provenBytes(file), code);
  key.wipe();
  return isRight;
}

function provenBytes({ active, connections }: ConnectionFile): Uint8Array {
  return Buffer.from(JSON.stringify([2, active, connections.map(partsOf)]));
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
