import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Language } from '../../../contract/choices.ts';
import { toPrintedPage } from '../../features/reports/public.ts';
import type { MadeFile } from './protocol.ts';

const style = `:root { color-scheme: light dark; --line: light-dark(#e4e7ea, #26313a); }
body { font: 14px/1.55 system-ui, sans-serif; margin: 0 auto; max-width: 44rem;
  padding: 1.5rem 2rem 3rem; overflow-wrap: break-word;
  background: light-dark(#ffffff, #161d23); color: light-dark(#15202b, #e6ecf0); }
h1 { font-size: 22px; margin: 0 0 1rem; }
h2 { font-size: 17px; margin: 2rem 0 0.5rem; padding-top: 1.25rem;
  border-top: 1px solid var(--line); }
h3 { font-size: 14px; margin: 1.5rem 0 0.25rem; }
h1, h2, h3 { line-height: 1.35; }
p, ul, ol { margin: 0.5rem 0 0.75rem; }
ul, ol { padding-left: 1.5rem; }
li { margin: 0.25rem 0; }
b, strong { font-weight: 600; }
a { color: light-dark(#0f6674, #4fb3c3); }
code, pre { font-size: 12.5px; }
pre { white-space: pre-wrap; }
table { border-collapse: collapse; margin: 1rem 0; width: 100%; }
th, td { border-bottom: 1px solid var(--line); padding: 0.4rem 0.75rem 0.4rem 0; text-align: left;
  vertical-align: top; }
th { color: light-dark(#55636f, #a2b0bb); font-weight: 500; }
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
