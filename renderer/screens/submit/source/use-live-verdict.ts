import type { Text } from '@codemirror/state';
import { useEffect, useRef, useState } from 'react';
import type { HostBridge } from '../../../../contract/client.ts';
import type { CallError } from '../../../../contract/errors.ts';
import type { Output } from '../../../../contract/methods.ts';
import { callMethod, takeFile, toCallError } from '../../../api/bridge.ts';
import { useHost } from '../../../api/queries.ts';
import { LiveChecker, type LiveState } from './live-verdict.ts';
import { toTextFile } from './load-source.ts';

type LiveVerdict = Output<'submissions.judgeText'>;

const delayMs = 500;

/** Hands a text over and returns its token. */
export async function handOver(bridge: HostBridge, doc: Text, lineBreak: string): Promise<string> {
  return (await takeFile(bridge, await toTextFile(doc, lineBreak))).fileId;
}

/** The verdict on a text during editing; null before the first. */
export function useLiveVerdict(fileId: string, lineBreak: string) {
  const { bridge } = useHost();
  const [verdict, setVerdict] = useState<LiveVerdict | null>(null);
  const [state, setState] = useState<LiveState>('settled');
  const [error, setError] = useState<CallError | null>(null);
  const live = useRef<LiveChecker<Text, LiveVerdict> | null>(null);
  useEffect(() => {
    const checker = new LiveChecker<Text, LiveVerdict>({
      delayMs,
      check: async (doc) => {
        const textId = await handOver(bridge, doc, lineBreak);
        return callMethod(bridge, 'submissions.judgeText', { fileId, textId });
      },
      onState: setState,
      onVerdict: (judged) => {
        setVerdict(judged);
        setError(null);
      },
      onFailure: (thrown) => setError(toCallError(thrown)),
    });
    live.current = checker;
    return () => checker.close();
  }, [bridge, fileId, lineBreak]);
  return { verdict, state, error, change: (doc: Text) => live.current?.change(doc) };
}
