import type { Language } from '../../../contract/choices.ts';
import { escapeMarkup } from '../../platform/markup.ts';
import { ownOrigin } from './addresses.ts';
import type { MadeFile } from './protocol.ts';
import type { Texts } from './texts.ts';

/** Sentences of the window while the core cannot answer. */
const waitings = ['opening', 'closing', 'reopening'] as const;
export type Waiting = (typeof waitings)[number];

/** The theme's backgrounds, so that nothing flashes before the first paint. */
export const grounds = { light: '#f6f7f8', dark: '#0f1418' } as const;

const folder = '/waiting';
const stylesheet = `${folder}/style.css`;

/** Shows nothing for half a second, then a moving line. */
const style = `:root { color-scheme: light dark; --line: #0f6674; }
@media (prefers-color-scheme: dark) { :root { --line: #4fb3c3; } }
body { margin: 0; min-height: 100vh; display: grid; place-items: center;
  background: light-dark(${grounds.light}, ${grounds.dark});
  color: light-dark(#15202b, #e6ecf0); font: 15px/1.5 system-ui, sans-serif; }
main { max-width: 30rem; padding: 2rem; text-align: center;
  animation: appear 200ms 500ms both; }
img { width: 56px; height: 56px; }
i { display: block; height: 3px; margin: 1.5rem auto 0; width: 12rem; border-radius: 2px;
  background: linear-gradient(90deg, transparent, var(--line), transparent) 0 / 50% 100% no-repeat;
  animation: move 1.4s linear infinite; }
@keyframes appear { from { opacity: 0; } }
@keyframes move { from { background-position: -100% 0; } to { background-position: 200% 0; } }
@media (prefers-reduced-motion: reduce) { i { animation: none; background-position: 50% 0; } }
`;

/** The address of a sentence. */
export function waitingAddress(waiting: Waiting): string {
  return `${ownOrigin}${folder}/${waiting}`;
}

/** The waiting page of a path, without script, or null. */
export function findWaitingFile(
  path: string,
  { language, texts }: { readonly language: Language; readonly texts: Pick<Texts, 'waiting'> },
): MadeFile | null {
  if (path === stylesheet) return { mediaType: 'text/css; charset=utf-8', text: style };
  const waiting = waitings.find((name) => path === `${folder}/${name}`);
  if (waiting === undefined) return null;
  const text = `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>Zubi</title>
<link rel="stylesheet" href="${stylesheet}"></head><body><main role="status"><img src="/icon.svg" alt="">
<p>${escapeMarkup(texts.waiting[waiting])}</p><i></i></main></body></html>`;
  return { mediaType: 'text/html; charset=utf-8', text };
}
