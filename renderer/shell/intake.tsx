import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { CallError } from '../../contract/errors.ts';
import { mapBounded } from '../api/bounded.ts';
import { callMethod, toCallError } from '../api/bridge.ts';
import { useHost, useMethod } from '../api/queries.ts';
import { goTo } from '../router.ts';
import { errorSentences } from '../sentences.ts';
import { useTexts } from '../texts.ts';
import type { FoundFiles } from './drop-files.ts';
import { useNotify } from './notify.tsx';

const takenAtOnce = 4;
const judgedAtOnce = 25;

/** Files on their way in: how many of how many, null when none are. */
export interface Intake {
  readonly progress: { readonly done: number; readonly total: number } | null;
  readonly take: (found: FoundFiles) => void;
}

const IntakeContext = createContext<Intake | null>(null);

/** The one way in for files, whether dropped, chosen or walked out of a folder. */
export function useIntake(): Intake {
  const intake = use(IntakeContext);
  if (intake === null) throw new Error('No intake: used outside its provider');
  return intake;
}

function useRefusals() {
  const { t, i18n } = useTexts();
  const notify = useNotify();
  return useCallback(
    (refusals: readonly { readonly name: string; readonly error: CallError }[]) => {
      if (refusals.length === 0) return;
      const shown = refusals
        .slice(0, 3)
        .map(({ name, error }) => `${name}: ${errorSentences(i18n, error).title}`);
      const more = refusals.length - shown.length;
      if (more > 0) shown.push(t('drop.failedMore', { count: more }));
      notify({ tone: 'bad', title: t('drop.failedTitle', { count: refusals.length }), lines: shown });
    },
    [t, i18n, notify],
  );
}

/** Judges whatever lies in the worklist unjudged: what was just taken in, and what a former run left. */
function useJudging(): void {
  const { bridge } = useHost();
  const client = useQueryClient();
  const { t, i18n } = useTexts();
  const notify = useNotify();
  const worklist = useMethod('submissions.worklist', {});
  const asked = useRef(new Set<string>());
  const files = worklist.data?.files;
  useEffect(() => {
    const waiting = (files ?? []).filter((file) => file.judged === null && !asked.current.has(file.id));
    const ids = waiting.map((file) => file.id);
    for (const id of ids) asked.current.add(id);
    const portions = Array.from({ length: Math.ceil(ids.length / judgedAtOnce) }, (_, index) =>
      ids.slice(index * judgedAtOnce, (index + 1) * judgedAtOnce),
    );
    if (portions.length === 0) return;
    mapBounded(portions, 2, async (fileIds) => {
      await callMethod(bridge, 'submissions.check', { fileIds });
      await client.invalidateQueries({ queryKey: ['submissions.worklist'] });
    }).catch((thrown: unknown) => {
      const words = errorSentences(i18n, toCallError(thrown));
      notify({ tone: 'bad', title: t('drop.checkFailed'), lines: [words.title] });
    });
  }, [files, bridge, client, t, i18n, notify]);
}

/** Takes files in and has them judged, from any screen. */
export function IntakeProvider({ children }: { readonly children: ReactNode }) {
  const { bridge } = useHost();
  const client = useQueryClient();
  const { t } = useTexts();
  const refuse = useRefusals();
  const notify = useNotify();
  const [counts, setCounts] = useState({ done: 0, total: 0 });
  useJudging();

  const take = useCallback(
    (found: FoundFiles) => {
      if (found.files.length > 0 || found.leftAside > 0) goTo('submit');
      if (found.leftAside > 0) {
        const none = found.files.length === 0;
        const message = t(none ? 'drop.nothingInside' : 'drop.leftAside', { count: found.leftAside });
        notify({ tone: 'plain', lines: [message] });
      }
      setCounts((now) => ({ ...now, total: now.total + found.files.length }));
      const refusals: { name: string; error: CallError }[] = [];
      void mapBounded(found.files, takenAtOnce, async (file) => {
        const taken = await bridge.takeFiles([file]);
        const reply = taken.ok
          ? await bridge.call('submissions.addFiles', { fileIds: taken.value.map(({ fileId }) => fileId) })
          : taken;
        if (!reply.ok) refusals.push({ name: file.name, error: reply.error });
        setCounts((now) => ({ ...now, done: now.done + 1 }));
      }).finally(() => {
        setCounts((now) => (now.done >= now.total ? { done: 0, total: 0 } : now));
        refuse(refusals);
        void client.invalidateQueries({ queryKey: ['submissions.worklist'] });
      });
    },
    [bridge, client, t, refuse, notify],
  );

  const progress = counts.total > 0 ? counts : null;
  const intake = useMemo<Intake>(() => ({ progress, take }), [progress, take]);
  return <IntakeContext value={intake}>{children}</IntakeContext>;
}
