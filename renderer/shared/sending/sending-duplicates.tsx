import { DuplicateDialog } from './duplicate-dialog.tsx';
import type { useSending } from './use-sending.ts';

interface SendingDuplicatesProps {
  readonly sending: ReturnType<typeof useSending>;
}

/** The dialog of a sending with files that were sent before; empty without any. */
export function SendingDuplicates({ sending }: SendingDuplicatesProps) {
  if (sending.pending === null) return null;
  return (
    <DuplicateDialog
      duplicates={sending.pending.duplicates}
      others={sending.others.length}
      isSending={sending.isSending}
      onSendAnyway={sending.sendAnyway}
      onSendOthers={sending.sendOthers}
      onLeave={sending.leave}
    />
  );
}
