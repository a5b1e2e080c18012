import { randomUUID } from 'node:crypto';
import { ownOrigin } from './addresses.ts';
import type { MadeFile } from './protocol.ts';

const folder = '/made';

/** Pages made for one view or one print, not on disk. */
export class MadePages {
  readonly #pages = new Map<string, MadeFile>();

  /** Returns the page's address; `remove` forgets it. */
  add(page: MadeFile): { readonly address: string; remove(): void } {
    const path = `${folder}/${randomUUID()}`;
    this.#pages.set(path, page);
    return { address: ownOrigin + path, remove: () => void this.#pages.delete(path) };
  }

  find(path: string): MadeFile | null {
    return this.#pages.get(path) ?? null;
  }
}
