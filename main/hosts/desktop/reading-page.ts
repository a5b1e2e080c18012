import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Language } from '../../../contract/choices.ts';
import { toPrintedPage } from '../../features/reports/public.ts';
import type { MadeFile } from './protocol.ts';

const style = `:root { color-scheme: light dark; }
body { font: 14px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 50rem; padding: 1rem; }
pre { white-space: pre-wrap; font-size: 12px; }
table { border-collapse: collapse; margin: 1rem 0; }
th, td { border: 1px solid light-dark(#d5dbe1, #2c363f); padding: 0.25rem 0.5rem; text-align: left;
  vertical-align: top; }
summary { cursor: pointer; padding: 0.25rem 0; }`;

/** Markup as a page to read in a window of its own; `body` is markup, `title` is text. */
export function toReadingPage(page: {
  readonly language: Language;
  readonly title: string;
  readonly body: string;
}): MadeFile {
  return toHtml(toPrintedPage({ ...page, style }));
}

export function toHtml(text: string): MadeFile {
  return { mediaType: 'text/html; charset=utf-8', text, hasOwnPolicy: true };
}

/** The guide, which the build has written as markup. `root` is the application's folder. */
export async function makeGuidePage(
  root: string,
  language: Language,
  title: string,
): Promise<MadeFile> {
  const body = await readFile(join(root, 'dist', 'guide', `${language}.html`), 'utf8');
  return toReadingPage({ language, title, body });
}
