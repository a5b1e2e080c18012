import type { DocumentMethod, Saved } from '../../../contract/client.ts';
import type { Input } from '../../../contract/methods.ts';
import { useHost } from '../../api/queries.ts';
import { type TaskOptions, useTask } from '../../shell/use-command.ts';
import { saveDocument } from './document-download.ts';

/** Saves a document of the core as a file; `saved` is false when the person cancels. */
export function useSaveDocument<Name extends DocumentMethod>(
  method: Name,
  options: TaskOptions<Saved<Name>, Input<Name>> = {},
) {
  const { bridge } = useHost();
  return useTask<Saved<Name>, Input<Name>>((input) => saveDocument(bridge, method, input), options);
}
