import { useMutation } from '@tanstack/react-query';
import type { Saved } from '../../../contract/client.ts';
import type { CallFailure } from '../../api/bridge.ts';
import { useHost, useMethod } from '../../api/queries.ts';
import { saveDocument } from './document-download.ts';

/** The stored authorization template (undefined while unknown), and saving a copy of it. */
export function useTemplate() {
  const { bridge } = useHost();
  const { data, error: readError } = useMethod('authorizations.template', {});
  const copy = useMutation<Saved<'authorizations.document'>, CallFailure, void>({
    mutationFn: () => saveDocument(bridge, 'authorizations.document', { template: true }),
  });
  return {
    template: data?.template,
    copy: () => copy.mutate(),
    isCopying: copy.isPending,
    error: (readError ?? copy.error)?.error ?? null,
  };
}
