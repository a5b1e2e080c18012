import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Log } from '../../../main/platform/ports.ts';
import { createKeyFileSealer } from '../../../main/platform/secrets/key-file-sealer.ts';
import { LiveSecrets } from '../../../main/platform/secrets/live-secrets.ts';
import type { Sealer } from '../../../main/platform/secrets/sealer.ts';
import { openVault } from '../../../main/platform/secrets/vault.ts';
import type { OpenVault } from '../../../main/platform/secrets/vault-options.ts';

export const clock = () => new Date('2026-11-21T10:00:00.000Z');

/** A log that records its lines. */
export function createMemoryLog(): Log & { readonly lines: string[] } {
  const lines: string[] = [];
  const write = (event: string, fields: object = {}) =>
    void lines.push(JSON.stringify({ event, ...fields }));
  return { lines, info: write, warn: write, error: write };
}

/** A data folder of its own for one test, with a vault in it. */
export class VaultFolder {
  readonly path = mkdtempSync(join(tmpdir(), 'zubi-vault-'));
  readonly log = createMemoryLog();
  secrets = new LiveSecrets();

  open(sealers: readonly Sealer[] = [this.keyFile()], readOnly = false): Promise<OpenVault> {
    const { path, log, secrets } = this;
    return openVault({ dataFolder: path, sealers, readOnly, clock, log, secrets });
  }

  keyFile(): Sealer {
    return createKeyFileSealer({ dataFolder: this.path, clock });
  }

  files(): string[] {
    return readdirSync(this.path).sort();
  }

  text(name = 'secrets.json'): string {
    return readFileSync(join(this.path, name), 'utf8');
  }

  write(name: string, text: string): void {
    writeFileSync(join(this.path, name), text);
  }

  mode(name: string): number {
    return statSync(join(this.path, name)).mode & 0o777;
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}
