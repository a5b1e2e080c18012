import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Settings, settingsSchema } from '../../../contract/settings.ts';
import { createJsonFile, type GuardedFile } from '../../../main/platform/files/json-file.ts';
import type { WholeFileSystem } from '../../../main/platform/files/whole-file.ts';

export const defaults = settingsSchema.parse({});

/** A settings file in a folder of its own. */
export class SettingsFolder {
  readonly path = mkdtempSync(join(tmpdir(), 'zubi-settings-'));
  readonly file = join(this.path, 'settings.json');

  open(fs?: WholeFileSystem): GuardedFile<Settings> {
    return createJsonFile<Settings>({
      path: this.file,
      version: 1,
      schema: settingsSchema,
      defaults,
      setAside: 'at_once',
      clock: () => new Date('2026-11-21T10:00:00.000Z'),
      ...(fs ? { fs } : {}),
    });
  }

  put(text: string | Uint8Array): void {
    writeFileSync(this.file, text);
  }

  text(name = 'settings.json'): string {
    return readFileSync(join(this.path, name), 'utf8');
  }

  bytes(name: string): Uint8Array {
    return readFileSync(join(this.path, name));
  }

  mode(name: string): number {
    return statSync(join(this.path, name)).mode & 0o777;
  }

  names(): string[] {
    return readdirSync(this.path).sort();
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}
