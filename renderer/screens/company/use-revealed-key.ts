import { useCallback, useEffect, useState } from 'react';
import { type CallFailure, callMethod, toCallError } from '../../api/bridge.ts';
import { useHost } from '../../api/queries.ts';
import { copySecret } from './clipboard.ts';

const shownMs = 20_000;
type Refusal = CallFailure['error'];

/**
 * A company's key, shown on request for 20 s, and not behind another window. Only this component
 * holds it, never the cache of readings.
 */
export function useRevealedKey(companyId: string) {
  const { bridge } = useHost();
  const [key, setKey] = useState<string | null>(null);
  const [copied, setCopied] = useState<boolean | null>(null);
  const [error, setError] = useState<Refusal | null>(null);
  const hide = useCallback(() => setKey(null), []);
  useEffect(() => {
    if (key === null) return;
    const timer = setTimeout(hide, shownMs);
    const hideBehind = () => {
      if (document.visibilityState === 'hidden') hide();
    };
    document.addEventListener('visibilitychange', hideBehind);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', hideBehind);
    };
  }, [key, hide]);

  async function read(): Promise<string | null> {
    setError(null);
    try {
      return (await callMethod(bridge, 'companies.revealKey', { id: companyId })).key;
    } catch (thrown) {
      setError(toCallError(thrown));
      return null;
    }
  }
  return {
    key,
    /** Whether the last copying worked; null before the first. */
    copied,
    error,
    hide,
    show: async () => setKey(await read()),
    copy: async () => {
      setError(null);
      setCopied(null);
      try {
        // The desktop clears the clipboard itself, wherever its window is; in a browser the page
        // does what it can.
        const { copied: isCopied } = await callMethod(bridge, 'companies.copyKey', {
          id: companyId,
        });
        if (isCopied) return setCopied(true);
      } catch (thrown) {
        return setError(toCallError(thrown));
      }
      const secret = key ?? (await read());
      if (secret !== null) setCopied(await copySecret(secret));
    },
  };
}
