import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/**
 * A file of the product and its text without comments, so that a comment may name what a rule
 * forbids.
 */
export interface SourceFile {
  /** From the repository's root, with `/`. */
  readonly path: string;
  readonly code: string;
}

function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/(^|\s)\/\/.*$/gm, '$1');
}

/** The product's own code below some folders: TypeScript, scripts, pages and styles. */
export function readSources(folders: readonly string[]): readonly SourceFile[] {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(?:ts|tsx|mjs|cjs|js|html)$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((path) => !path.includes('node_modules'))
      .map((path) => ({
        path: relative(root, path).replaceAll('\\', '/'),
        code: withoutComments(readFileSync(path, 'utf8')),
      })),
  );
}

/** The places of a pattern: `path` once for each time. */
export function placesOf(pattern: RegExp, sources: readonly SourceFile[]): readonly string[] {
  return sources.flatMap(({ path, code }) =>
    [...code.matchAll(new RegExp(pattern, 'g'))].map(() => path),
  );
}
