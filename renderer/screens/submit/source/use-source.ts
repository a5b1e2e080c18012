import { useEffect, useState } from 'react';
import type { CallError } from '../../../../contract/errors.ts';
import { toCallError } from '../../../api/bridge.ts';
import { useHost } from '../../../api/queries.ts';
import { type LoadedSource, loadSource } from './load-source.ts';

type SourceState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready'; readonly source: LoadedSource }
  | { readonly kind: 'refused'; readonly error: CallError };

/** A file's text, read when the dialog opens and released with it: it may be too large to keep. */
export function useSource(fileId: string): SourceState {
  const { bridge } = useHost();
  const [state, setState] = useState<SourceState>({ kind: 'loading' });
  useEffect(() => {
    let isWanted = true;
    loadSource(bridge, fileId, () => isWanted).then(
      (source) => {
        if (isWanted && source !== null) setState({ kind: 'ready', source });
      },
      (thrown: unknown) => {
        if (isWanted) setState({ kind: 'refused', error: toCallError(thrown) });
      },
    );
    return () => {
      isWanted = false;
    };
  }, [bridge, fileId]);
  return state;
}
