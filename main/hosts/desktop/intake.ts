import { dialog } from 'electron';
import type { Language } from '../../../contract/choices.ts';
import { takeFiles } from './channels.ts';
import type { HostedApp } from './hosted-app.ts';
import { toDroppedFile } from './launch.ts';
import { fill, textsIn } from './texts.ts';

/** Adds documents to the worklist, and reports the refused one. */
export async function takeDocuments(
  core: HostedApp,
  paths: readonly string[],
  words: { readonly language: Language; toErrorWords(error: unknown, language: Language): string },
): Promise<void> {
  const files = paths.map(toDroppedFile);
  const replies = await Promise.all(files.map((file) => takeFiles(core, [file])));
  const fileIds = replies.flatMap((reply) =>
    reply.ok ? reply.value.map((file) => file.fileId) : [],
  );
  const added = await core.call('submissions.addFiles', { fileIds });
  const reply = [...replies, added].find(({ ok }) => !ok);
  if (reply === undefined || reply.ok) return;
  const { open } = textsIn(words.language);
  const detail = words.toErrorWords(reply.error, words.language);
  const message = fill(open.failed, { name: String(reply.error.details.name ?? '') });
  await dialog.showMessageBox({ type: 'warning', title: 'Zubi', message, detail });
}
