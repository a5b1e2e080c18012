import { isAbsolute } from 'node:path';
import { z } from 'zod';
import { type Deadline, documentMethods, type TakenFile } from '../../../contract/client.ts';
import { type DroppedFile, desktopChannels } from '../../../contract/desktop.ts';
import type { Reply } from '../../../contract/errors.ts';
import { isMethodName } from '../../../contract/methods.ts';
import { shownName } from '../../platform/files/incoming.ts';
import type { HostedApp } from './hosted-app.ts';
import { type InboundChannel, refused } from './ipc.ts';

/** Maximum length of a call's JSON, in characters: 5,000 file ids need 0.4 million. */
const maxCallCharacters = 4 * 1024 * 1024;
/**
 * Maximum size of documents without a path, in bytes: the maximum of the setting `maxFileBytes`.
 */
const maxDroppedBytes = 256 * 1024 * 1024;
const maxFiles = 5000;

const name = z.string().min(1).max(1024);
const path = z
  .string()
  .max(32_767)
  .refine((text) => isAbsolute(text) && !text.includes('\0'));
const droppedFilesSchema = z
  .array(
    z.union([
      z.strictObject({ name, path }),
      z.strictObject({ name, bytes: z.instanceof(Uint8Array) }),
    ]),
  )
  .min(1)
  .max(maxFiles);
const callSchema = z.strictObject({ method: z.string().max(100), input: z.unknown() });

const toReply = <Value>(parsed: z.ZodSafeParseResult<Value>): Reply<Value> =>
  parsed.success ? { ok: true, value: parsed.data } : refused('invalid_input');

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** How a channel reads messages that are texts in JSON. */
function jsonOf<Input>(schema: z.ZodType<Input>) {
  return {
    sizeOf: (message: unknown) => (typeof message === 'string' ? message.length : null),
    parse: (message: unknown) =>
      toReply(schema.safeParse(typeof message === 'string' ? parseJson(message) : undefined)),
  };
}

/** Calls of the contract. The core parses the input against the method's schema. */
export function createCallChannel(app: HostedApp): InboundChannel<z.output<typeof callSchema>> {
  return {
    name: desktopChannels.call,
    maxSize: maxCallCharacters,
    ...jsonOf(callSchema),
    async run({ method, input }) {
      // Not callable by the window: a person chooses a folder in the system's dialog.
      if (method === 'watching.add') return refused('not_allowed');
      return isMethodName(method) ? app.call(method, input) : refused('unknown_method');
    },
  };
}

const saveSchema = z.strictObject({
  method: z.enum(documentMethods),
  input: z.record(z.string(), z.unknown()),
  prints: z.boolean().default(false),
});
/** A document to save or print. */
export type ParsedSave = z.output<typeof saveSchema>;

/** Documents to save. The window names one, a person chooses the place. */
export function createSaveChannel(
  save: (order: ParsedSave) => Promise<Reply<unknown>>,
): InboundChannel<ParsedSave> {
  const { save: name } = desktopChannels;
  return { name, maxSize: maxCallCharacters, ...jsonOf(saveSchema), run: save };
}

const deadlineSchema = z.strictObject({
  daysLeft: z.number().int().min(0).max(366),
  companies: z.number().int().min(1).max(1_000_000),
});
const maxReminderCharacters = 100;

/** A near deadline. Numbers only: the words are the host's, so a page cannot show its own. */
export function createReminderChannel(
  remind: (deadline: Deadline) => void,
): InboundChannel<Deadline> {
  return {
    name: desktopChannels.remind,
    maxSize: maxReminderCharacters,
    ...jsonOf(deadlineSchema),
    async run(deadline) {
      remind(deadline);
      return { ok: true, value: null };
    },
  };
}

function sizeOfFiles(message: unknown): number | null {
  if (!Array.isArray(message)) return null;
  let size = 0;
  for (const file of message.slice(0, maxFiles + 1)) {
    const bytes: unknown = file?.bytes;
    size += bytes instanceof Uint8Array ? bytes.byteLength : 0;
  }
  return size;
}

/**
 * Documents dropped on the window or chosen in it. Their paths come from the system through the
 * bridge, never from page code.
 */
export function createFilesChannel(
  app: HostedApp,
  onTaken: (paths: readonly string[]) => void,
): InboundChannel<readonly DroppedFile[]> {
  return {
    name: desktopChannels.files,
    maxSize: maxDroppedBytes,
    sizeOf: sizeOfFiles,
    parse: (message) => toReply(droppedFilesSchema.safeParse(message)),
    async run(files) {
      const reply = await takeFiles(app, files);
      if (reply.ok) onTaken(files.flatMap((file) => ('path' in file ? [file.path] : [])));
      return reply;
    },
  };
}

/**
 * Hands documents to the core one after the other. A refusal does not stop the others: the reply is
 * the first refusal, with the number taken.
 */
export async function takeFiles(
  app: HostedApp,
  files: readonly DroppedFile[],
): Promise<Reply<readonly TakenFile[]>> {
  const taken: TakenFile[] = [];
  let refusal: { reply: Extract<Reply<never>, { ok: false }>; name: string } | null = null;
  for (const file of files) {
    const reply = await app.takeFile(file);
    if (reply.ok) taken.push(reply.value);
    else refusal ??= { reply, name: file.name };
  }
  if (refusal === null) return { ok: true, value: taken };
  const { code, details } = refusal.reply.error;
  const counts = {
    name: shownName(refusal.name),
    taken: taken.length,
    refused: files.length - taken.length,
  };
  return { ok: false, error: { code, details: { ...details, ...counts } } };
}
