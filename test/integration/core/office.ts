import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CallError } from '../../../contract/errors.ts';
import type { AppEvent } from '../../../contract/events.ts';
import { type Input, type MethodName, methods, type Output } from '../../../contract/methods.ts';
import type { WorklistFile } from '../../../contract/worklist.ts';
import { createApp } from '../../../main/app.ts';
import type { App, AppOptions } from '../../../main/app-options.ts';
import type { Clock } from '../../../main/platform/ports.ts';
import { createKeyFileSealer } from '../../../main/platform/secrets/key-file-sealer.ts';
import { createSessionSealer } from '../../../main/platform/secrets/session-sealer.ts';
import { atEnd, keepEnd } from '../../fixtures/lifetime.ts';
import { sandboxHere, shareValidator } from '../../fixtures/shared-validator.ts';
import { stateFolderOf } from '../../fixtures/state-folder.ts';

/** An application on a data folder of its own, with the real store, check, client and sandbox. */
export interface Office {
  readonly app: App;
  readonly dataFolder: string;
  readonly events: AppEvent[];
  /**
   * Calls and fails the test when the reply is an error; the value is checked against the contract.
   */
  call<Name extends MethodName>(method: Name, input: Input<Name>): Promise<Output<Name>>;
  /** Calls and returns the error; fails the test when there is none. */
  refused<Name extends MethodName>(method: Name, input: Input<Name>): Promise<CallError>;
  /** Takes in and checks one document. */
  drop(name: string, content: string | Uint8Array): Promise<WorklistFile>;
  /** Closes the application and opens it again on the same folder. */
  restart(options?: OfficeOptions): Promise<Office>;
}

/** `ownValidator`: for tests that install schemas, which the shared one does not know. */
export type OfficeOptions = Partial<AppOptions> & { readonly ownValidator?: boolean };

function usualOptions(dataFolder: string, clock: Clock): AppOptions {
  return {
    dataFolder,
    stateFolder: stateFolderOf(dataFolder),
    face: 'browser',
    version: '0.0.0-test',
    // Their check would find what a test changes past the application.
    makesCopies: false,
    sandbox: sandboxHere,
    validator: shareValidator(),
    sealers: [createKeyFileSealer({ dataFolder, clock }), createSessionSealer()],
  };
}

function removeFolders(dataFolder: string): void {
  for (const folder of [dataFolder, stateFolderOf(dataFolder)])
    rmSync(folder, { recursive: true, force: true });
}

function toCall(app: App): Office['call'] {
  return async (method, input) => {
    const reply = await app.call(method, input);
    if (!reply.ok) throw new Error(`${method} refused: ${JSON.stringify(reply.error)}`);
    return methods[method].output.parse(reply.value) as Output<typeof method>;
  };
}

export async function openOffice(
  options: OfficeOptions = {},
  whenOver = keepEnd(),
): Promise<Office> {
  const { ownValidator = false, ...given } = options;
  const dataFolder = options.dataFolder ?? mkdtempSync(join(tmpdir(), 'zubi-office-'));
  if (!options.dataFolder) whenOver(() => removeFolders(dataFolder));
  const clock = options.clock ?? (() => new Date());
  const { validator, ...usual } = usualOptions(dataFolder, clock);
  const shared = ownValidator || validator === undefined ? {} : { validator };
  const app = await createApp({ ...usual, ...shared, ...given });
  let open = true;
  const close = async () => {
    if (open) await app.close();
    open = false;
  };
  whenOver(close);
  const events: AppEvent[] = [];
  app.subscribe((event) => events.push(event));
  const call = toCall(app);
  return {
    app,
    dataFolder,
    events,
    call,
    async refused(method, input) {
      const reply = await app.call(method, input);
      if (reply.ok) throw new Error(`${method} was not refused`);
      return reply.error;
    },
    async drop(name, content) {
      const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
      const taken = await app.takeFile({ name, bytes });
      if (!taken.ok) throw new Error(`not taken: ${taken.error.code}`);
      const { files } = await call('submissions.check', { fileIds: [taken.value.fileId] });
      const [file] = files;
      if (!file) throw new Error('not judged');
      return file;
    },
    async restart(next = {}) {
      await close();
      return openOffice({ ...options, ...next, dataFolder }, whenOver);
    },
  };
}

/** Options of a copied office. */
const usualNames: ReadonlySet<string> = new Set(['face', 'ownValidator', 'makesCopies']);

/** Opens an office that practises, with the companies of the sample files. */
export async function openPractisingOffice(options: OfficeOptions = {}): Promise<Office> {
  const isUsual = Object.keys(options).every((name) => usualNames.has(name));
  const dataFolder = isUsual ? await copyPractised() : undefined;
  const office = await openOffice({ ...options, ...(dataFolder ? { dataFolder } : {}) });
  await office.call('connection.useSandbox', {});
  if (!dataFolder) await addSampleCompanies(office.call);
  return office;
}

async function addSampleCompanies(call: Office['call']): Promise<void> {
  const { files } = await call('submissions.addSamples', {});
  await call('submissions.discard', { fileIds: files.map((file) => file.id) });
}

/** A closed data folder that practises; made once for the tests of a process. */
let practised: Promise<string> | null = null;

async function copyPractised(): Promise<string> {
  practised ??= makePractised();
  const dataFolder = mkdtempSync(join(tmpdir(), 'zubi-office-'));
  atEnd(() => removeFolders(dataFolder));
  cpSync(await practised, dataFolder, { recursive: true });
  cpSync(stateFolderOf(await practised), stateFolderOf(dataFolder), { recursive: true });
  return dataFolder;
}

async function makePractised(): Promise<string> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'zubi-practised-'));
  process.once('exit', () => removeFolders(dataFolder));
  const app = await createApp(usualOptions(dataFolder, () => new Date()));
  const call = toCall(app);
  await call('connection.useSandbox', {});
  await addSampleCompanies(call);
  await app.close();
  return dataFolder;
}
