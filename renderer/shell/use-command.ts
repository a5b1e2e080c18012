import { useMutation, useQueryClient } from '@tanstack/react-query';
import { createContext, use, useCallback, useEffect, useRef } from 'react';
import type { Input, MethodName, Output } from '../../contract/methods.ts';
import { type CallFailure, callMethod, toCallError } from '../api/bridge.ts';
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

export interface TaskOptions<Result, Order> {
  /** Its name for `useIsMutating`. */
  readonly name?: string;
  /** Readings that refresh afterwards, also without an event. */
  readonly stale?: readonly MethodName[];
  /** What a refusal's note is about: its title. */
  readonly about?: (order: Order) => string;
  /**
   * Which refusals a note tells: by default those that end after the part is gone, which shows the
   * others itself; `all` where it has no place for them, `none` where nobody waits for the answer.
   */
  readonly tells?: 'all' | 'none';
  /** Runs also when the part is gone; `onSuccess` of `mutate` runs only while it is there. */
  readonly onDone?: (result: Result, order: Order) => unknown;
}

/** Work of the core on a person's order. `run` throws `CallFailure`. */
export function useTask<Result, Order = void>(
  run: (order: Order) => Promise<Result>,
  { name, stale = [], about, tells, onDone }: TaskOptions<Result, Order> = {},
) {
  const { i18n } = useTexts();
  const client = useQueryClient();
  const notify = useNotify();
  const isShown = useIsShown();
  return useMutation<Result, CallFailure, Order>({
    ...(name === undefined ? {} : { mutationKey: [name] }),
    mutationFn: run,
    onSettled: async (result, failure, order) => {
      await Promise.all(stale.map((method) => client.invalidateQueries({ queryKey: [method] })));
      if (result !== undefined) await onDone?.(result, order);
      if (failure === null || tells === 'none' || (isShown() && tells !== 'all')) return;
      const { title, hint } = errorSentences(i18n, toCallError(failure));
      const lines = hint === null ? [title] : [title, hint];
      notify({ tone: 'bad', ...(about === undefined ? {} : { title: about(order) }), lines });
    },
  });
}

/** A change in the core. */
export function useCommand<Name extends MethodName>(
  name: Name,
  stale: readonly MethodName[] = [],
  options: Omit<TaskOptions<Output<Name>, Input<Name>>, 'name' | 'stale'> = {},
) {
  const { bridge } = useHost();
  return useTask<Output<Name>, Input<Name>>((input) => callMethod(bridge, name, input), {
    name,
    stale,
    ...options,
  });
}
