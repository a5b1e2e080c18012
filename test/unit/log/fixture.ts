import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLog, type FileLog, type LogLevel } from '../../../main/platform/log/log.ts';
import { LiveSecrets } from '../../../main/platform/secrets/live-secrets.ts';

/** A log in a folder of its own. */
export class LogFolder {
  readonly root = mkdtempSync(join(tmpdir(), 'zubi-log-'));
  readonly path = join(this.root, 'log');
  readonly secrets = new LiveSecrets();

  open(level: LogLevel = 'info', maxBytes?: number): FileLog {
    return createLog({
      folder: this.path,
      level,
      secrets: this.secrets,
      clock: () => new Date('2026-11-21T10:00:00.000Z'),
      ...(maxBytes === undefined ? {} : { maxBytes }),
    });
  }

  names(): string[] {
    return readdirSync(this.path).sort();
  }

  text(name = 'zubi.log'): string {
    return readFileSync(join(this.path, name), 'utf8');
  }

  lines(name = 'zubi.log'): unknown[] {
    return this.text(name)
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}
