import type { HostBridge, TakenFile } from '../../../contract/client.ts';
import { CallFailure, callMethod, takeFile } from '../../api/bridge.ts';

const megabyte = 1024 * 1024;

/**
 * Hands a document to the core, unless it is larger than the service's limit: then none of it is
 * moved.
 */
export async function takeDocument(bridge: HostBridge, file: File): Promise<TakenFile> {
  const { maxBytes } = await callMethod(bridge, 'authorizations.limits', {});
  if (file.size > maxBytes) {
    const limitMegabytes = Math.round((maxBytes / megabyte) * 10) / 10;
    throw new CallFailure({
      code: 'document_too_large',
      details: { name: file.name, sizeBytes: file.size, limitBytes: maxBytes, limitMegabytes },
    });
  }
  return takeFile(bridge, file);
}
