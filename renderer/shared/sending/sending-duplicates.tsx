import { DuplicateDialog } from './duplicate-dialog.tsx';
import type { useSending } from './use-sending.ts';

interface SendingDuplicatesProps {
  readonly sending: ReturnType<typeof useSending>;
}

/** The question of a sending whose files were sent before; nothing while there is none. */
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
