import type { Language } from '../../../contract/choices.ts';
import { ask } from './ask.ts';
import { takeFiles } from './channels.ts';
import { toErrorWords } from './error-words.ts';
import type { HostedApp } from './hosted-app.ts';
import { toDroppedFile } from './launch.ts';
import { fill, textsIn } from './texts.ts';

/** Refused documents named in a message. */
const named = 5;

/** Adds documents to the worklist, and reports the refused ones. */
export async function takeDocuments(
  core: HostedApp,
  paths: readonly string[],
  language: Language,
): Promise<void> {
  const files = paths.map(toDroppedFile);
  const replies = await Promise.all(files.map((file) => takeFiles(core, [file])));
  const fileIds = replies.flatMap((reply) =>
    reply.ok ? reply.value.map((file) => file.fileId) : [],
  );
  const added = await core.call('submissions.addFiles', { fileIds });
  const errors = [...replies, added].flatMap((reply) => (reply.ok ? [] : [reply.error]));
  const [first] = errors;
  if (first === undefined) return;
  const { open } = textsIn(language);
  const detail = toErrorWords(first, language);
  const names = errors.slice(0, named).map(({ details }) => String(details.name ?? ''));
  const name = names.join(', ') + (errors.length > named ? '…' : '');
  const message = fill(open.failed, { name });
  await ask(null, { type: 'warning', message, detail });
}
