import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { CallError } from '../../../contract/errors.ts';
import { type Input, type MethodName, methods, type Output } from '../../../contract/methods.ts';
import type { Submission } from '../../../contract/submission.ts';
import { createApp } from '../../../main/app.ts';
import type { App } from '../../../main/app-options.ts';
import { createKeyFileSealer } from '../../../main/platform/secrets/key-file-sealer.ts';
import { createValidator } from '../../../main/validator/validator.ts';
import type { Validator } from '../../../main/validator/validator-port.ts';
import { connectionTo } from '../../fixtures/connection-to.ts';
import { companies } from './documents.ts';
import type { Left } from './model.ts';
import { Service } from './service.ts';
import { World } from './world.ts';

/** A data folder with a connection and its companies, and the engine that all lives share. */
export interface Ground {
  readonly folder: string;
  readonly validator: Validator;
  close(): Promise<void>;
}

export async function layGround(): Promise<Ground> {
  const folder = mkdtempSync(join(tmpdir(), 'zubi-ground-'));
  const validator = createValidator({ threads: 1 });
  const ground = {
    folder,
    validator,
    async close() {
      await validator.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  const office = await Office.open(ground, { world: new World(), service: new Service(() => {}) });
  await office.call(
    'connection.set',
    connectionTo({ baseUrl: 'http://127.0.0.1:9', userApiKey: 'a-user-key-for-tests' }),
  );
  for (const { taxId, name } of companies) {
    const company = { isIndividual: false, fullName: name, taxId, territoryId: '48' };
    await office.call('companies.create', company);
  }
  await office.app.close();
  cpSync(office.folder, folder, { recursive: true });
  rmSync(office.folder, { recursive: true, force: true });
  return ground;
}

interface Around {
  readonly world: World;
  readonly service: Service;
}

/** The application, on a folder of its own that a kill leaves as it is at that moment. */
export class Office {
  app: App;
  folder: string;
  readonly #ground: Ground;
  readonly #around: Around;
  readonly #former: Promise<void>[] = [];

  static async open(ground: Ground, around: Around): Promise<Office> {
    const folder = copyOf(ground.folder);
    return new Office(ground, around, { folder, app: await start(ground, around, folder) });
  }

  private constructor(
    ground: Ground,
    around: Around,
    { folder, app }: { readonly folder: string; readonly app: App },
  ) {
    this.#ground = ground;
    this.#around = around;
    this.folder = folder;
    this.app = app;
  }

  /** Throws with the error's code when the call is refused. */
  async call<Name extends MethodName>(method: Name, input: Input<Name>): Promise<Output<Name>> {
    const reply = await this.app.call(method, input);
    if (!reply.ok) throw new Error(`${method}: ${JSON.stringify(reply.error).slice(0, 500)}`);
    return methods[method].output.parse(reply.value) as Output<typeof method>;
  }

  /** Null when it succeeded. */
  async try<Name extends MethodName>(method: Name, input: Input<Name>): Promise<CallError | null> {
    const reply = await this.app.call(method, input);
    return reply.ok ? null : reply.error;
  }

  async take(name: string, xml: string): Promise<string> {
    const taken = await this.app.takeFile({ name, bytes: new TextEncoder().encode(xml) });
    if (!taken.ok) throw new Error(`${name} not taken: ${taken.error.code}`);
    const { fileId } = taken.value;
    await this.call('submissions.check', { fileIds: [fileId] });
    return fileId;
  }

  async submissions(): Promise<readonly Submission[]> {
    return (await this.call('submissions.list', { limit: 500 })).submissions;
  }

  get wasKilled(): boolean {
    return this.#former.length > 0;
  }

  /**
   * The result of a SIGKILL: the folder as it is now. The former process lives on over its own
   * folder, cut off, until it notices. `look` reads the history before the next process opens it.
   */
  async kill(look: (left: readonly Left[]) => void): Promise<void> {
    const { service, world } = this.#around;
    const [former, formerFolder] = [this.app, this.folder];
    this.folder = copyOf(formerFolder);
    service.cut();
    world.newPace();
    look(readLeft(this.folder));
    this.#former.push(
      former.close().finally(() => rmSync(formerFolder, { recursive: true, force: true })),
    );
    this.app = await start(this.#ground, this.#around, this.folder);
  }

  async close(): Promise<void> {
    this.#around.service.cut();
    this.#around.world.newPace();
    await this.app.close();
    await Promise.all(this.#former);
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** A thread that makes a copy of the history renames its draft: then the moment is taken again. */
function copyOf(folder: string): string {
  for (;;) {
    const copy = mkdtempSync(join(tmpdir(), 'zubi-life-'));
    try {
      cpSync(folder, copy, { recursive: true });
      return copy;
    } catch (error) {
      rmSync(copy, { recursive: true, force: true });
      const hasVanished = error instanceof Error && 'code' in error && error.code === 'ENOENT';
      if (!hasVanished || !existsSync(folder)) throw error;
    }
  }
}

/** Of a copy of its own: a look must not tidy up for the next process. */
function readLeft(folder: string): Left[] {
  const copy = copyOf(folder);
  const database = new Database(join(copy, 'data', 'zubi.db'));
  try {
    return database.prepare<[], Left>('select id, sha256, state, attempts from submissions').all();
  } finally {
    database.close();
    rmSync(copy, { recursive: true, force: true });
  }
}

async function start(
  { validator }: Ground,
  { world, service }: Around,
  folder: string,
): Promise<App> {
  const { clock } = world;
  const dataFolder = join(folder, 'data');
  return createApp({
    dataFolder,
    // Beside it, so that a kill leaves both as they are at the same moment.
    stateFolder: join(folder, 'state'),
    face: 'browser',
    version: '0.0.0-test',
    sandbox: null,
    sealers: [createKeyFileSealer({ dataFolder, clock })],
    clock,
    queuePace: world.newPace(),
    validator: keptOpen(validator),
    createClient: service.newProcess(),
  });
}

/** One engine for all lives: its threads take longer to start than a life takes. */
function keptOpen(validator: Validator): Validator {
  return new Proxy(validator, {
    get(target, name) {
      if (name === 'close') return async () => {};
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
