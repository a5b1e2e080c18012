import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Output } from '../../../contract/methods.ts';
import { type CallFailure, callMethod } from '../../api/bridge.ts';
import { useHost } from '../../api/queries.ts';
import { decodeBase64 } from '../../shared/documents/document-download.ts';
import { takeDocument } from '../../shared/documents/take-document.ts';

/** Hands a file to the core and inspects it as an authorization; sends nothing. */
export function useTakenDocument(file: File) {
  const { bridge } = useHost();
  // The caller mounts this again for another file: the key is unique while it is shown.
  const [key] = useState(() => crypto.randomUUID());
  return useQuery<Output<'authorizations.check'>, CallFailure>({
    queryKey: ['authorizations.check', key],
    queryFn: async () => {
      const { fileId } = await takeDocument(bridge, file);
      return callMethod(bridge, 'authorizations.check', { fileId });
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

/** An address of an image for the page, released when it is no longer shown; null without one. */
export function useImageAddress(
  document_: Output<'authorizations.document'> | undefined,
): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (document_ === undefined || !document_.mediaType.startsWith('image/')) return;
    const blob = new Blob([decodeBase64(document_.contentBase64)], { type: document_.mediaType });
    const made = URL.createObjectURL(blob);
    setAddress(made);
    return () => {
      URL.revokeObjectURL(made);
      setAddress(null);
    };
  }, [document_]);
  return address;
}
