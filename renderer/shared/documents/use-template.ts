import { useMethod } from '../../api/queries.ts';
import { useSaveDocument } from './use-save-document.ts';

/** The stored authorization template (undefined while unknown), and saving a copy of it. */
export function useTemplate() {
  const { data, error: readError } = useMethod('authorizations.template', {});
  const copy = useSaveDocument('authorizations.document');
  return {
    template: data?.template,
    copy: () => copy.mutate({ template: true }),
    isCopying: copy.isPending,
    error: (readError ?? copy.error)?.error ?? null,
  };
}
