import { Button } from '@mantine/core';
import { useState } from 'react';
import type { SentBefore } from '../../../contract/sent-before.ts';
import { goesOnce } from '../../../contract/shown-state.ts';
import { placeHash } from '../../router.ts';
import { Dialog } from '../../shell/dialog.tsx';
import { useTexts } from '../../texts.ts';
import { byFile } from './duplicates.ts';

interface DuplicateDialogProps {
  readonly duplicates: readonly SentBefore[];
  /** The number of new files in the same sending. */
  readonly others: number;
  readonly isSending: boolean;
  readonly onSendAnyway: () => void;
  readonly onSendOthers: () => void;
  readonly onLeave: () => void;
}

/** The number of named files. */
const shown = 200;

function Repetition({ duplicate }: { readonly duplicate: SentBefore }) {
  const { t } = useTexts();
  const { submissionId, isAside } = duplicate;
  const text = useRowText(duplicate);
  return (
    <div data-guard={duplicate.guard}>
      {text} {isAside ? <div className="z-second">{t('duplicate.aside')}</div> : null}
      {submissionId === null || isAside ? null : (
        <a className="z-nowrap" href={placeHash('history', submissionId)}>
          {t('duplicate.look')}
        </a>
      )}
    </div>
  );
}

/** The repeated file, its earlier place, and the time. */
function useRowText(duplicate: SentBefore): string {
  const { guard, name: file, recordCount, submissionId } = duplicate;
  const { t, formats } = useTexts();
  const { earlierFile: earlier, at, shown } = duplicate;
  const where = { file, earlier, when: formats.moment(at), state: t(`state.${shown}`) };
  const counted = { count: recordCount };
  switch (guard) {
    case 'document':
      return t(submissionId === null ? 'duplicate.rowSameSending' : 'duplicate.rowDocument', where);
    case 'records':
      return t('duplicate.rowRecords', { ...where, ...counted });
    case 'batch':
      return t('duplicate.rowBatch', { ...where, ...counted });
  }
}

/**
 * Asks for confirmation before anything is sent a second time; shows for each file what it repeats,
 * where and when that was sent.
 */
export function DuplicateDialog(props: DuplicateDialogProps) {
  const { t } = useTexts();
  const [pressed, setPressed] = useState<'all' | 'others'>('all');
  const busy = props.isSending ? pressed : null;
  const files = [...byFile(props.duplicates)];
  const count = files.length;
  const more = count - shown;
  const repeatable = count - byFile(props.duplicates.filter(goesOnce)).size;
  return (
    <Dialog onClose={props.onLeave} title={t('duplicate.title', { count })} size="lg">
      <div className="z-form" data-testid="duplicate-dialog">
        {repeatable === 0 ? null : <p>{t('duplicate.text', { count: repeatable })}</p>}
        {repeatable === count ? null : <p>{t('duplicate.once')}</p>}
        <ul className="z-plain-list z-scroll-list">
          {files.slice(0, shown).map(([file, own]) => (
            <li key={file} className="z-card z-form">
              {own.map((duplicate) => (
                <Repetition
                  key={duplicate.submissionId ?? duplicate.earlierFile}
                  duplicate={duplicate}
                />
              ))}
            </li>
          ))}
          {more > 0 ? <li className="z-second">{t('duplicate.more', { count: more })}</li> : null}
        </ul>
        <div className="z-form-actions z-form-actions-end">
          {repeatable === 0 ? null : (
            <Button
              variant="default"
              color="red"
              loading={busy === 'all'}
              disabled={busy === 'others'}
              onClick={() => {
                setPressed('all');
                props.onSendAnyway();
              }}
              data-testid="send-duplicates"
            >
              {t('duplicate.send', { count: repeatable })}
            </Button>
          )}
          {props.others > 0 ? (
            <Button
              variant="default"
              loading={busy === 'others'}
              disabled={busy === 'all'}
              onClick={() => {
                setPressed('others');
                props.onSendOthers();
              }}
              data-testid="send-others"
            >
              {t('duplicate.sendOthers', {
                count: props.others,
              })}
            </Button>
          ) : null}
          <Button data-autofocus onClick={props.onLeave} data-testid="leave-duplicates">
            {t('duplicate.leave')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
