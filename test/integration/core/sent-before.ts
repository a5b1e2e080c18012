import type { SentBefore } from '../../../contract/sent-before.ts';
import type { Office } from './office.ts';

/** The matches that need a confirmation before these are sent; throws without any. */
export async function sentBefore(
  office: Pick<Office, 'call'>,
  ...fileIds: readonly string[]
): Promise<readonly SentBefore[]> {
  const sent = await office.call('submissions.send', { fileIds: [...fileIds] });
  if (sent.outcome !== 'sent_before') throw new Error(sent.outcome);
  return sent.files;
}
