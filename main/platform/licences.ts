import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/** A part that comes with Zubi, and its licence. */
export interface Part {
  readonly name: string;
  readonly version: string;
  /** Its short name, as its author wrote it. */
  readonly licence: string;
  readonly text: string;
}

const manifestSchema = z.object({
  name: z.string(),
  version: z.string().default(''),
  license: z.string().default(''),
  dependencies: z.record(z.string(), z.string()).default({}),
  optionalDependencies: z.record(z.string(), z.string()).default({}),
});

/**
 * Every part under the application's folder (absolute) with its licence, by name: the libraries of
 * `dependencies` and theirs, and what was built into the window.
 */
export async function readParts(root: string): Promise<readonly Part[]> {
  const found = new Map<string, Part>();
  const add = (part: Part) => found.set(`${part.name} ${part.version}`, part);
  for (const part of await readWindowParts(root)) add(part);
  const visited = new Set([root]);
  const waiting = [root];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    const manifest = await readManifest(folder);
    if (manifest === null) continue;
    const { name, version, license } = manifest;
    if (folder !== root) add({ name, version, licence: license, text: await readLicence(folder) });
    const wanted = { ...manifest.dependencies, ...manifest.optionalDependencies };
    for (const library of Object.keys(wanted)) {
      const place = await findLibrary(root, folder, library);
      if (place === null || visited.has(place)) continue;
      visited.add(place);
      waiting.push(place);
    }
  }
  return [...found.values()].toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

/** The licence in a folder; empty where there is none. */
export async function readLicence(folder: string): Promise<string> {
  const names = await readdir(folder).catch(() => []);
  const name = names.find((each) => /^licen[cs]e/i.test(each));
  return name === undefined ? '' : readFile(join(folder, name), 'utf8').catch(() => '');
}

async function readManifest(folder: string): Promise<z.output<typeof manifestSchema> | null> {
  const text = await readFile(join(folder, 'package.json'), 'utf8').catch(() => null);
  const parsed = text === null ? null : manifestSchema.safeParse(JSON.parse(text));
  return parsed?.success ? parsed.data : null;
}

/** As Node finds it: in the part's own folder, else at the top. */
async function findLibrary(root: string, from: string, name: string): Promise<string | null> {
  for (const folder of [from, root]) {
    const place = join(folder, 'node_modules', name);
    if ((await readManifest(place)) !== null) return place;
  }
  return null;
}

/**
 * The file that Vite wrote while it built the window: `## name - version (licence)`, then the text.
 */
async function readWindowParts(root: string): Promise<readonly Part[]> {
  const path = join(root, 'dist', 'renderer', 'third-party-licenses.md');
  const written = await readFile(path, 'utf8').catch(() => '');
  return written.split(/^## /m).flatMap((section) => {
    const [, name, version, licence, text] =
      /^(\S+) - (\S+) \(([^)\n]*)\)\n([\s\S]*)$/.exec(section) ?? [];
    if (name === undefined || version === undefined) return [];
    return [{ name, version, licence: licence ?? '', text: (text ?? '').trim() }];
  });
}
