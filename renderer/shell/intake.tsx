import { useCallbackRef } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import {
  createContext,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useMemo,
  useState,
} from 'react';
import type { HostBridge } from '../../contract/client.ts';
import type { CallError, Reply } from '../../contract/errors.ts';
import { callMethod, toCallError } from '../api/bridge.ts';
import { useHost, useMethod } from '../api/queries.ts';
import { goTo } from '../router.ts';
import { errorSentences } from '../sentences.ts';
import { useTexts } from '../texts.ts';
import { type Finding, type FoundFile, isSmallHolder } from './drop-files.ts';
import { createWorkQueue, type WorkQueue } from './intake-queue.ts';
import { useNotify } from './notify.tsx';

const takenAtOnce = 4;
const checkedAtOnce = 25;

/** Files being added: how many of how many; null without any. */
export interface Intake {
  readonly progress: { readonly done: number; readonly total: number } | null;
  /** The first files found are handled while the search continues. */
  readonly take: (finding: Finding, options?: { readonly stays: boolean }) => void;
  /** Files may come soon: the checking threads start now. */
  readonly expect: () => void;
}

const IntakeContext = createContext<Intake | null>(null);

/** The only intake of files, whether dropped, chosen or found in a folder. */
export function useIntake(): Intake {
  const intake = use(IntakeContext);
  if (intake === null) throw new Error('No intake: used outside its provider');
  return intake;
}

function useRefusals() {
  const { t, i18n } = useTexts();
  const notify = useNotify();
  return useCallback(
    (refusals: readonly Refusal[]) => {
      if (refusals.length === 0) return;
      const shown = refusals
        .slice(0, 3)
        .map(({ name, error }) => `${name}: ${errorSentences(i18n, error).title}`);
      const more = refusals.length - shown.length;
      if (more > 0) shown.push(t('drop.failedMore', { count: more }));
      notify({
        tone: 'bad',
        title: t('drop.failedTitle', { count: refusals.length }),
        lines: shown,
      });
    },
    [t, i18n, notify],
  );
}

/** Checks new files, and unchecked ones of an earlier run in the worklist. */
function useChecking(): WorkQueue {
  const host = useHost();
  const { bridge } = host;
  const { t, i18n } = useTexts();
  const notify = useNotify();
  const worklist = useMethod('submissions.worklist', {});
  const files = worklist.data?.files;
  const tell = useCallbackRef((thrown: unknown) => {
    const words = errorSentences(i18n, toCallError(thrown));
    notify({ tone: 'bad', title: t('drop.checkFailed'), lines: [words.title] });
  });
  const checking = useMemo(
    () =>
      createWorkQueue({
        most: checkedAtOnce,
        lanes: 2,
        // Each verdict has an event of its own.
        work: async (fileIds) =>
          void (await callMethod(bridge, 'submissions.check', { fileIds: [...fileIds] })),
        // All of them were removed meanwhile.
        onFailed: (thrown) => {
          if (toCallError(thrown).code !== 'file_unknown') tell(thrown);
        },
        mayComeAgain: (thrown) => toCallError(thrown).details.reason === 'host_lost',
      }),
    [bridge, tell],
  );
  useEffect(() => {
    const unchecked = (files ?? []).filter((file) => file.judged === null).map((file) => file.id);
    checking.add(unchecked);
    // Those that a lost host did not check are still on the list: no event adds them again.
    return host.watch(() => {
      if (host.state() === 'live') checking.add(unchecked);
    });
  }, [files, checking, host]);
  return checking;
}

function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 0);
  });
}

interface Refusal {
  readonly name: string;
  readonly error: CallError;
}

interface Taken {
  readonly refusals: readonly Refusal[];
  /** Files of zip files that are no documents, and zip files without any. */
  readonly leftAside: number;
  /** Number of files that have joined the list. */
  readonly added: number;
}

/** Takes files in, a few at a time, adds them to the list and checks them. */
interface Taking {
  add(files: readonly FoundFile[]): void;
  /** When all added files have been checked. */
  end(): Promise<Taken>;
}

type Refused = Extract<Reply<never>, { ok: false }>;

/** A host that does not answer counts as a refusal. */
function asRefusal(thrown: unknown): Refused {
  return { ok: false, error: toCallError(thrown) };
}

function unreadable({ name }: FoundFile): Refused {
  return { ok: false, error: { code: 'file_unreadable', details: { file: name } } };
}

function createTaking(
  bridge: HostBridge,
  checking: WorkQueue,
  onDone: (count: number) => void,
): Taking {
  const refusals: Refusal[] = [];
  const names = new Map<string, string>();
  const holders = new Set<string>();
  const dropId = crypto.randomUUID();
  let leftAside = 0;
  let added = 0;
  // Received files are added to the list in portions: each costs the disk a wait.
  const listing = createWorkQueue({
    most: checkedAtOnce,
    lanes: 1,
    work: async (given) => {
      const mayHold = given.filter((id) => holders.has(id));
      const fileIds = given.filter((id) => !holders.has(id));
      const reply = await bridge
        .call('submissions.addFiles', { fileIds, mayHold, dropId })
        .catch(asRefusal);
      if (reply.ok) {
        checking.add(reply.value.files.map(({ id }) => id));
        leftAside += reply.value.leftAside;
        added += reply.value.files.length;
      } else
        for (const id of given) refusals.push({ name: names.get(id) ?? '', error: reply.error });
      onDone(given.length);
    },
    onFailed: () => undefined,
  });
  const takeOne = async (found: FoundFile) => {
    const file = await found.open();
    if (found.mayHold && file !== null && !isSmallHolder(file)) {
      leftAside += 1;
      onDone(1);
      return;
    }
    const taken =
      file === null ? unreadable(found) : await bridge.takeFiles([file]).catch(asRefusal);
    if (taken.ok) {
      for (const { fileId } of taken.value) {
        names.set(fileId, found.name);
        if (found.mayHold) holders.add(fileId);
      }
      listing.add(taken.value.map(({ fileId }) => fileId));
      return;
    }
    const { code, details } = taken.error;
    const isFolder = code === 'file_unreadable' && found.isGuess === true;
    refusals.push({
      name: found.name,
      error: { code: isFolder ? 'file_perhaps_folder' : code, details },
    });
    onDone(1);
  };
  const taking = createWorkQueue<FoundFile>({
    most: 1,
    lanes: takenAtOnce,
    work: async (files) => void (await Promise.all(files.map(takeOne))),
    onFailed: () => undefined,
  });
  return {
    add: (files) => taking.add(files),
    async end() {
      await taking.idle();
      await listing.idle();
      return { refusals, leftAside, added };
    },
  };
}

/** Takes files in and checks them, from any screen. */
export function IntakeProvider({ children }: { readonly children: ReactNode }) {
  const { bridge } = useHost();
  const client = useQueryClient();
  const { t } = useTexts();
  const refuse = useRefusals();
  const notify = useNotify();
  const [counts, setCounts] = useState({ done: 0, total: 0 });
  const checking = useChecking();

  const take = useCallback(
    async (finding: Finding, stays: boolean) => {
      const taking = createTaking(bridge, checking, (count) =>
        setCounts((now) => ({ ...now, done: now.done + count })),
      );
      let files = 0;
      let leftAside = 0;
      // The browser's hand-over of a thousand files is a task of its own.
      await nextTask();
      for await (const found of finding) {
        const count = found.files.length + found.leftAside;
        if (!stays && count > 0 && files + leftAside === 0) goTo('submit');
        files += found.files.filter(({ mayHold }) => !mayHold).length;
        leftAside += found.leftAside;
        setCounts((now) => ({ ...now, total: now.total + found.files.length }));
        taking.add(found.files);
      }
      const { refusals, leftAside: inside, added } = await taking.end();
      leftAside += inside;
      if (files === 0 && added > 0) goTo('submit');
      if (leftAside > 0) {
        const isNothing = added + refusals.length === 0;
        const message = t(isNothing ? 'drop.nothingInside' : 'drop.leftAside', {
          count: leftAside,
        });
        notify({ tone: 'plain', lines: [message] });
      }
      setCounts((now) => (now.done >= now.total ? { done: 0, total: 0 } : now));
      refuse(refusals);
      void client.invalidateQueries({ queryKey: ['submissions.worklist'] });
    },
    [bridge, client, checking, t, refuse, notify],
  );

  // A core that cannot be asked now is asked when the files are there.
  const expect = useCallback(() => {
    bridge.call('submissions.expectFiles', {}).catch(() => undefined);
  }, [bridge]);

  const progress = counts.total > 0 ? counts : null;
  const intake = useMemo<Intake>(
    () => ({
      progress,
      take: (finding, options) => void take(finding, options?.stays ?? false),
      expect,
    }),
    [progress, take, expect],
  );
  return <IntakeContext value={intake}>{children}</IntakeContext>;
}
