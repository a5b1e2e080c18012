import { useMutation, useQueryClient } from '@tanstack/react-query';
import { createContext, use, useCallback, useEffect, useRef } from 'react';
import type { Input, MethodName, Output } from '../../contract/methods.ts';
import { type CallFailure, callMethod } from '../api/bridge.ts';
import { useHost } from '../api/queries.ts';
import { errorSentences } from '../sentences.ts';
import { useTexts } from '../texts.ts';
import { useNotify } from './notify.tsx';

/** Whether a part of a page is hidden, though it is still there. */
export const HiddenContext = createContext(false);

/** Asks whether this part still shows, for calls that may end after it was closed or hidden. */
export function useIsShown(): () => boolean {
  const isHidden = use(HiddenContext);
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = !isHidden;
    return () => {
      isShown.current = false;
    };
  }, [isHidden]);
  return useCallback(() => isShown.current, []);
}

interface CommandOptions<Name extends MethodName> {
  /** What a refusal's note is about: its title. */
  readonly about?: (input: Input<Name>) => string;
  /**
   * Which refusals a note tells: by default those that end after the part is gone, which shows the
   * others itself; `all` where it has no place for them, `none` where nobody waits for the answer.
   */
  readonly tells?: 'all' | 'none';
  /** Runs also when the part is gone; `onSuccess` of `mutate` runs only while it is there. */
  readonly onDone?: (output: Output<Name>, input: Input<Name>) => void | Promise<void>;
}

/** A change in the core; afterwards stale readings refresh, also without an event. */
export function useCommand<Name extends MethodName>(
  name: Name,
  stale: readonly MethodName[] = [],
  { about, tells, onDone }: CommandOptions<Name> = {},
) {
  const { bridge } = useHost();
  const { i18n } = useTexts();
  const client = useQueryClient();
  const notify = useNotify();
  const isShown = useIsShown();
  return useMutation<Output<Name>, CallFailure, Input<Name>>({
    mutationKey: [name],
    mutationFn: (input) => callMethod(bridge, name, input),
    onSettled: async (output, failure, input) => {
      await Promise.all(stale.map((method) => client.invalidateQueries({ queryKey: [method] })));
      if (output !== undefined) await onDone?.(output, input);
      if (failure === null || tells === 'none' || (isShown() && tells !== 'all')) return;
      const { title } = errorSentences(i18n, failure.error);
      notify({
        tone: 'bad',
        ...(about === undefined ? {} : { title: about(input) }),
        lines: [title],
      });
    },
  });
}
