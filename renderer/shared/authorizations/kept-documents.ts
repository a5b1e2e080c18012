import { useEffect, useEffectEvent, useState } from 'react';
import { type BulkDocument, choiceOf, isLost } from './bulk-documents.ts';

const storageKey = 'zubi-documents';

/** A waiting document as the tab keeps it; the core has its name and bytes. */
export interface KeptDocument {
  readonly fileId: string;
  readonly companyId: string | null;
  readonly isChosen: boolean;
}

/** Whether it still waits for the person: one under way may have arrived. */
const isWaiting = (one: BulkDocument) =>
  (one.result === 'waiting' || one.result === 'failed') && !isLost(one);

/** The documents to keep while the window is loaded again. */
export function toKept(documents: readonly BulkDocument[]): readonly KeptDocument[] {
  return documents
    .filter(isWaiting)
    .map(({ match: { fileId }, companyId, isChosen }) => ({ fileId, companyId, isChosen }));
}

/** The documents with the companies that were chosen for them before. */
export function withChoices(
  documents: readonly BulkDocument[],
  kept: readonly KeptDocument[],
): readonly BulkDocument[] {
  const chosen = new Map(kept.filter((one) => one.isChosen).map((one) => [one.fileId, one]));
  return documents.map((one) => {
    const before = chosen.get(one.match.fileId);
    return before === undefined ? one : { ...one, ...choiceOf(before.companyId) };
  });
}

function readKept(): readonly KeptDocument[] {
  return JSON.parse(sessionStorage.getItem(storageKey) ?? '[]');
}

/**
 * Keeps the waiting documents of this tab, and restores them once after it was loaded again.
 * `restore` tells whether it could: if not, they stay kept for the next time.
 */
export function useKeptDocuments(
  documents: readonly BulkDocument[],
  restore: (kept: readonly KeptDocument[]) => Promise<boolean>,
): void {
  const [kept] = useState(readKept);
  const [isRestored, setRestored] = useState(kept.length === 0);
  const start = useEffectEvent(() => void restore(kept).then(setRestored));
  useEffect(() => {
    if (kept.length > 0) start();
  }, [kept]);
  useEffect(() => {
    if (isRestored) sessionStorage.setItem(storageKey, JSON.stringify(toKept(documents)));
  }, [isRestored, documents]);
}
