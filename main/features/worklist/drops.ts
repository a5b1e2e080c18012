/**
 * Which files were dropped together. They come in several calls, so the one that is checked later
 * need not be the newer one. Kept while the program runs.
 */
export class Drops {
  readonly #dropOf = new Map<string, string>();

  note(dropId: string, fileIds: readonly string[]): void {
    for (const id of fileIds) this.#dropOf.set(id, dropId);
  }

  /** These files, and those that were dropped together with one of them. */
  withCompanions(fileIds: readonly string[]): readonly string[] {
    const drops = new Set(fileIds.flatMap((id) => this.#dropOf.get(id) ?? []));
    const companions = [...this.#dropOf].flatMap(([id, drop]) => (drops.has(drop) ? [id] : []));
    return [...new Set([...fileIds, ...companions])];
  }
}
