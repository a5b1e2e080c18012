import { shell } from 'electron';
import { startForPerson } from '../../platform/log/harden-process.ts';
import { toExternalAddress } from './addresses.ts';

/**
 * Opens a known page in the system's browser; returns whether it did. The only place that hands an
 * address to the system.
 */
export function openExternal(address: string): boolean {
  const allowed = toExternalAddress(address);
  if (allowed === null) return false;
  startForPerson(() => {
    void shell.openExternal(allowed).catch(() => {
      // No browser on this machine: nothing was opened, nothing is lost.
    });
  });
  return true;
}
