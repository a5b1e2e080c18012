import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { WorklistFile } from '../../../contract/worklist.ts';
import { BareDialog } from '../../shell/dialog.tsx';
import { useNotify } from '../../shell/notify.tsx';
import { useCommand } from '../../shell/use-command.ts';
import { useTexts } from '../../texts.ts';
import { standingOf } from './worklist.ts';

/** Unsaved work: a file fixed, edited or typed here, on no disk and not sent. */
function isOwnWork(file: WorklistFile): boolean {
  const kind = file.origin?.kind ?? '';
  return ['mended', 'edited', 'modified'].includes(kind) && standingOf(file) !== 'sent';
}

/** Removes files from the list, and brings them back on undo. */
function useRemoveNow() {
  const { t } = useTexts();
  const notify = useNotify();
  const restoring = useCommand('submissions.restore', ['submissions.worklist'], {
    tells: 'all',
  });
  const removing = useCommand('submissions.remove', ['submissions.worklist'], {
    tells: 'all',
    onDone: ({ fileIds, shown: count, undoMs }) =>
      notify({
        tone: 'plain',
        lines: [t('removal.done', { count })],
        // It replaces the note before, and undoes that removal too.
        name: 'files-removed',
        act: {
          text: t('removal.undo'),
          forMs: undoMs,
          onAct: () => restoring.mutate({ fileIds }),
        },
      }),
  });
  const remove = (files: readonly WorklistFile[], onDone?: () => void) => {
    removing.mutateAsync({ fileIds: files.map(({ id }) => id) }).then(onDone, () => undefined);
  };
  return { remove, isPending: removing.isPending };
}

interface Asked {
  readonly files: readonly WorklistFile[];
  readonly onDone: (() => void) | undefined;
}

/** A removal that asks before fixed or edited files are removed. The caller draws `question`. */
export function useRemoval(): {
  readonly remove: (files: readonly WorklistFile[], onDone?: () => void) => void;
  readonly isPending: boolean;
  readonly question: ReactNode;
} {
  const { remove, isPending } = useRemoveNow();
  const [asked, setAsked] = useState<Asked | null>(null);
  return {
    remove: (files, onDone) => {
      if (files.some(isOwnWork)) setAsked({ files, onDone });
      else remove(files, onDone);
    },
    isPending,
    question:
      asked === null ? null : (
        <RemovalQuestion
          files={asked.files}
          onClose={() => setAsked(null)}
          onRemove={() => {
            remove(asked.files, asked.onDone);
            setAsked(null);
          }}
        />
      ),
  };
}

interface RemovalQuestionProps {
  readonly files: readonly WorklistFile[];
  readonly onClose: () => void;
  readonly onRemove: () => void;
}

function RemovalQuestion({ files, onClose, onRemove }: RemovalQuestionProps) {
  const { t } = useTexts();
  const work = files.filter(isOwnWork).length;
  return (
    <BareDialog title={t('removal.title', { count: work })} onClose={onClose}>
      <div className="z-form" data-testid="removal-question">
        <h2 className="z-modal-title">{t('removal.title', { count: work })}</h2>
        <p>{t('removal.text')}</p>
        <div className="z-form-actions z-form-actions-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            {t('app.cancel')}
          </Button>
          <Button color="red" onClick={onRemove} data-testid="confirm-removal">
            {t('removal.remove', { count: files.length })}
          </Button>
        </div>
      </div>
    </BareDialog>
  );
}
