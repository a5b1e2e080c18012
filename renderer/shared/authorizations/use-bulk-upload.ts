import { useQueryClient } from '@tanstack/react-query';
import pLimit from 'p-limit';
import { useRef, useState } from 'react';
import type { CallError } from '../../../contract/errors.ts';
import { callMethod, toCallError } from '../../api/bridge.ts';
import { useHost } from '../../api/queries.ts';
import { useNotify } from '../../shell/notify.tsx';
import { useTexts } from '../../texts.ts';
import { takeDocument } from '../documents/take-document.ts';
import {
  addDocuments,
  type BulkDocument,
  choiceOf,
  concernsAll,
  isLost,
  isOver,
  matchAgain,
  sendableOf,
} from './bulk-documents.ts';
import { type KeptDocument, useKeptDocuments, withChoices } from './kept-documents.ts';

const takenAtOnce = 4;
const matchedAtOnce = 200;
/** How long a removal can be undone. */
const undoMs = 10_000;

/** Removed documents; their copies are deleted when the removal can no longer be undone. */
interface Leaving {
  readonly documents: readonly BulkDocument[];
  readonly timer?: ReturnType<typeof setTimeout>;
}
const nothingLeaves: Leaving = { documents: [] };

type Taken = { readonly name: string } & (
  | { readonly fileId: string }
  | { readonly error: CallError }
);

/** Why some were refused, with their names; the others are taken. */
const refusalsOf = (taken: readonly Taken[]): CallError[] =>
  taken.flatMap((one) =>
    'error' in one
      ? [{ ...one.error, details: { ...one.error.details, files: [{ name: one.name }] } }]
      : [],
  );

/** One error of each code, with the names of all its files. */
function joinErrors(errors: readonly CallError[]): CallError[] {
  return [...Map.groupBy(errors, ({ code }) => code)].map(([code, same]) => {
    const details = Object.assign({}, ...same.map((error) => error.details));
    const files = same.flatMap((error) => error.details.files ?? []);
    return { code, details: files.length === 0 ? details : { ...details, files } };
  });
}

/**
 * Documents for companies. They are kept while a person goes elsewhere to create a missing company.
 */
export type BulkUpload = ReturnType<typeof useBulkUpload>;

/**
 * Many documents at once: handed over, matched with companies by their names, sent one after the
 * other on request.
 */
export function useBulkUpload() {
  const { bridge } = useHost();
  const client = useQueryClient();
  const { t } = useTexts();
  const notify = useNotify();
  const [documents, setDocuments] = useState<readonly BulkDocument[]>([]);
  const [errors, setErrors] = useState<readonly CallError[]>([]);
  /** Drops that are being taken in. */
  const [drops, setDrops] = useState(0);
  const [run, setRun] = useState<{ readonly done: number; readonly total: number } | null>(null);
  const stopped = useRef(false);
  const leaving = useRef(nothingLeaves);

  function change(fileId: string, fields: Partial<BulkDocument>): void {
    setDocuments((all) =>
      all.map((one) => (one.match.fileId === fileId ? { ...one, ...fields } : one)),
    );
  }

  const ask = (fileIds: readonly string[]) =>
    callMethod(bridge, 'authorizations.match', { fileIds: [...fileIds] });

  async function takeOne(file: File): Promise<Taken> {
    try {
      return { name: file.name, fileId: (await takeDocument(bridge, file)).fileId };
    } catch (thrown) {
      return { name: file.name, error: toCallError(thrown) };
    }
  }

  const fail = (more: readonly CallError[]) => setErrors((all) => joinErrors([...all, ...more]));

  async function take(dropped: readonly File[]): Promise<void> {
    if (drops === 0) setErrors([]);
    setDrops((now) => now + 1);
    try {
      const taken = await pLimit(takenAtOnce).map(dropped, takeOne);
      fail(refusalsOf(taken));
      await add(taken.filter((one) => 'fileId' in one));
    } catch (thrown) {
      fail([toCallError(thrown)]);
    }
    setDrops((now) => now - 1);
  }

  /** Matches documents that the core has with companies; those of before keep their choices. */
  async function add(
    taken: readonly (KeptDocument | { readonly fileId: string; readonly name: string })[],
  ): Promise<void> {
    const lost = new Set<string>();
    for (let from = 0; from < taken.length; from += matchedAtOnce) {
      const portion = taken.slice(from, from + matchedAtOnce);
      const { matches, gone } = await ask(portion.map(({ fileId }) => fileId));
      // A history replaced meanwhile does not have them.
      for (const fileId of gone) lost.add(fileId);
      const kept = portion.filter((one) => 'isChosen' in one);
      // Meanwhile more may have been dropped, and others sent.
      setDocuments((all) => withChoices(addDocuments(all, matches), kept));
    }
    if (lost.size === 0) return;
    const files = taken.flatMap((one) =>
      'name' in one && lost.has(one.fileId) ? [{ name: one.name }] : [],
    );
    fail([{ code: 'file_unknown', details: { files } }]);
  }

  useKeptDocuments(documents, async (kept) => {
    try {
      await add(kept);
      return true;
    } catch (thrown) {
      fail([toCallError(thrown)]);
      return false;
    }
  });

  /** Matches the waiting ones with companies again, after the page was left. */
  async function refresh(): Promise<void> {
    const waiting = documents.filter((one) => !isOver(one) && !isLost(one));
    const fileIds = waiting.map(({ match }) => match.fileId);
    if (fileIds.length === 0 || run !== null || drops > 0) return;
    try {
      const { authorizations } = await callMethod(bridge, 'authorizations.list', {});
      const companies = new Set(authorizations.map(({ company }) => company.id));
      for (let from = 0; from < fileIds.length; from += matchedAtOnce) {
        const portion = fileIds.slice(from, from + matchedAtOnce);
        const { matches, gone } = await ask(portion);
        setDocuments((all) => matchAgain(all, matches, companies, new Set(gone)));
      }
    } catch (thrown) {
      fail([toCallError(thrown)]);
    }
  }

  /** Removes documents from the list, and their copies once that cannot be undone any more. */
  function discard(isGone: (document_: BulkDocument) => boolean): void {
    const now = documents.filter((one) => isGone(one) && !isOver(one));
    setDocuments((all) => all.filter((one) => !isGone(one)));
    if (now.length === 0) return;
    clearTimeout(leaving.current.timer);
    const gone = [...leaving.current.documents, ...now];
    const fileIds = gone.map(({ match }) => match.fileId);
    const count = gone.length;
    const timer = setTimeout(() => {
      leaving.current = nothingLeaves;
      void bridge.call('authorizations.discard', { fileIds });
    }, undoMs);
    leaving.current = { documents: gone, timer };
    notify({
      tone: 'plain',
      lines: [t('removal.done', { count })],
      // It replaces the note before.
      name: 'documents-removed',
      act: {
        text: t('removal.undo'),
        forMs: undoMs,
        onAct: () => {
          clearTimeout(timer);
          leaving.current = nothingLeaves;
          setDocuments((all) => [...gone, ...all]);
        },
      },
    });
  }

  async function sendOne({ match, companyId, confirmed }: BulkDocument): Promise<CallError | null> {
    if (companyId === null) return null;
    change(match.fileId, { result: 'sending', error: null });
    try {
      // Choosing a company against the tax id in the name counts as the person's confirmation.
      const confirmOtherCompany =
        match.outcome === 'company_unknown' || match.outcome === 'several_companies';
      await callMethod(bridge, 'authorizations.upload', {
        companyId,
        fileId: match.fileId,
        ...(confirmOtherCompany ? { confirmOtherCompany } : {}),
        ...confirmed,
      });
      change(match.fileId, { result: 'received' });
      return null;
    } catch (thrown) {
      const failure = toCallError(thrown);
      const result = failure.code === 'authorization_unknown' ? 'unknown' : 'failed';
      change(match.fileId, { result, error: failure });
      return failure;
    }
  }

  async function send(): Promise<number> {
    const sendable = sendableOf(documents);
    const going = documents.filter(({ match }) => sendable.has(match.fileId));
    stopped.current = false;
    let received = 0;
    for (const [index, one] of going.entries()) {
      setRun({ done: index, total: going.length });
      const failure = await sendOne(one);
      if (failure === null) received += 1;
      if (stopped.current || (failure !== null && concernsAll(failure))) break;
    }
    setRun(null);
    await client.invalidateQueries({ queryKey: ['authorizations.list'] });
    return received;
  }

  /** Uploads a refused one, with the confirmations that its refusals asked for. */
  async function sendAnyway(
    document_: BulkDocument,
    confirmation: BulkDocument['confirmed'],
  ): Promise<void> {
    const confirmed = { ...document_.confirmed, ...confirmation };
    change(document_.match.fileId, { confirmed });
    setRun({ done: 0, total: 1 });
    await sendOne({ ...document_, confirmed });
    setRun(null);
    await client.invalidateQueries({ queryKey: ['authorizations.list'] });
  }

  return {
    documents,
    errors,
    isTaking: drops > 0,
    run,
    take,
    send,
    sendAnyway,
    stop: () => {
      stopped.current = true;
    },
    refresh,
    choose: (fileId: string, companyId: string | null) => change(fileId, choiceOf(companyId)),
    leaveOut: (fileId: string) => discard(({ match }) => match.fileId === fileId),
    clear: () => {
      setErrors([]);
      discard(() => true);
    },
  };
}
