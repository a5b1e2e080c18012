import { useState } from 'react';
import { emptyProposal } from '../../shared/companies/company-proposal.ts';
import { SendingDuplicates } from '../../shared/sending/sending-duplicates.tsx';
import { SendingRefusal } from '../../shared/sending/sending-refusal.tsx';
import { useSending } from '../../shared/sending/use-sending.ts';
import { useTexts } from '../../texts.ts';
import { FileChoice } from '../../ui/file-choice.tsx';
import { laterDialog } from '../../ui/later-component.tsx';
import { Dialog } from '../dialog.tsx';
import { asFound } from '../drop-files.ts';
import { useIntake } from '../intake.tsx';
import { PaletteDialog } from './palette-dialog.tsx';

const CompanyDialog = laterDialog(
  async () => (await import('../../shared/companies/company-dialog.tsx')).CompanyDialog,
);

interface PaletteProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** The palette, and what its actions open after it has closed. */
export function Palette(props: PaletteProps) {
  const { t } = useTexts();
  const { take, expect } = useIntake();
  return (
    <FileChoice
      label={t('palette.chooseFiles')}
      testId="palette-files"
      onOpen={expect}
      onFiles={(files) => take([{ files: asFound(files), leftAside: 0 }])}
    >
      {(openFiles) => <OpenPalette {...props} openFiles={openFiles} />}
    </FileChoice>
  );
}

function OpenPalette({
  isOpen,
  onClose,
  openFiles,
}: PaletteProps & { readonly openFiles: () => void }) {
  const [isNewCompany, setNewCompany] = useState(false);
  const sending = useSending(() => undefined);
  return (
    <>
      {isOpen ? (
        <PaletteDialog
          openers={{ send: sending.send, openFiles, openNewCompany: () => setNewCompany(true) }}
          onClose={onClose}
        />
      ) : null}
      {isNewCompany ? (
        <CompanyDialog proposals={[emptyProposal]} onClose={() => setNewCompany(false)} />
      ) : null}
      <SendingAnswer sending={sending} />
    </>
  );
}

/** The dialog before sending, or the reason why nothing was sent. */
function SendingAnswer({ sending }: { readonly sending: ReturnType<typeof useSending> }) {
  const { t } = useTexts();
  if (sending.pending !== null) return <SendingDuplicates sending={sending} />;
  if (sending.error === null) return null;
  return (
    <Dialog title={t('submit.title')} onClose={sending.leave}>
      <SendingRefusal error={sending.error} />
    </Dialog>
  );
}
