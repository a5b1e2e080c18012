import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Marked } from 'marked';
import { root } from './checkout.mjs';

/** Other documents are not in the window: a link to one is its text. */
const marked = new Marked({
  renderer: {
    link({ tokens }) {
      return this.parser.parseInline(tokens);
    },
  },
});

/** Writes the guide of each language as markup, for the Help menu. */
export function makeGuide(folder) {
  mkdirSync(folder, { recursive: true });
  const source = join(root, 'docs', 'guide');
  for (const name of readdirSync(source)) {
    const markup = marked.parse(readFileSync(join(source, name), 'utf8'));
    writeFileSync(join(folder, name.replace(/\.md$/, '.html')), markup);
  }
}
