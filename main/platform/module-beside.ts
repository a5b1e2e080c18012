/**
 * A module in the folder of another (`import.meta.url`), for a thread or a process of its own: as
 * TypeScript in a checkout, as JavaScript once built. `name` is without an ending: `./worker`.
 */
export function moduleBeside(url: string, name: string): URL {
  return new URL(`${name}${url.endsWith('.ts') ? '.ts' : '.js'}`, url);
}
