import { Button, Radio } from '@mantine/core';
import { useState } from 'react';
import type { HeldSubmission } from '../../../contract/queue.ts';
import { useMethod } from '../../api/queries.ts';
import { placeHash } from '../../router.ts';
import { Dialog } from '../../shell/dialog.tsx';
import { DialogForm } from '../../shell/dialog-form.tsx';
import { ErrorNotice } from '../../shell/error-notice.tsx';
import { useNotify } from '../../shell/notify.tsx';
import { useCommand } from '../../shell/use-command.ts';
import { useTexts } from '../../texts.ts';
import { StatePill } from '../history/state-pill.tsx';
import styles from './release-dialog.module.css';

/** The number of named files of a company. */
const named = 5;

interface ReleaseDialogProps {
  /** The company of the files; null asks where several companies have some. */
  readonly companyId: string | null;
  readonly onClose: () => void;
}

/**
 * Asks whether to send a company's held files without waiting for the earlier submission; says what
 * that means.
 */
function ReleaseDialog({ companyId, onClose }: ReleaseDialogProps) {
  const { t } = useTexts();
  const { data, error } = useMethod('submissions.held', {});
  return (
    <Dialog onClose={onClose} title={t('release.title')} size="lg">
      {error === null ? null : <ErrorNotice error={error.error} />}
      {data === undefined ? null : (
        <ReleaseForm
          held={data.held.filter(({ company }) => companyId === null || company.id === companyId)}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}

interface ReleaseFormProps {
  readonly held: readonly HeldSubmission[];
  readonly onClose: () => void;
}

function ReleaseForm({ held, onClose }: ReleaseFormProps) {
  const { t } = useTexts();
  const notify = useNotify();
  const byCompany = Map.groupBy(held, ({ company }) => company.id);
  const [picked, setPicked] = useState('');
  // The only company at first; another one takes its place only when a person chooses it.
  const [only, setOnly] = useState('');
  if (only === '' && byCompany.size === 1) setOnly(held[0]?.company.id ?? '');
  const id = picked || only;
  const own = byCompany.get(id);
  const count = own?.length ?? 0;
  const release = useCommand(
    'submissions.resume',
    ['submissions.held', 'submissions.progress', 'app.status'],
    { about: () => t('release.title') },
  );
  if (held.length === 0 && !release.isPending) return <p>{t('release.none')}</p>;
  return (
    <DialogForm
      testId="release-dialog"
      save={count === 0 ? t('release.open') : t('release.save', { count })}
      isComplete={count > 0}
      isSaving={release.isPending}
      error={release.error}
      onClose={onClose}
      onSave={() => {
        // The count at the press: the files leave the list before the answer.
        release.mutateAsync({ companyId: id }, { onSuccess: onClose }).then(
          () => notify({ tone: 'good', lines: [t('release.done', { count })] }),
          () => undefined,
        );
      }}
    >
      {picked === '' && byCompany.size === 1 && byCompany.has(only) ? null : (
        <CompanyChoice companies={[...byCompany.values()]} value={id} onChange={setPicked} />
      )}
      {own === undefined ? null : <HeldFiles held={own} />}
      <div className="z-second">
        <p>{t('release.text')}</p>
        <p>{t('release.textEarlier')}</p>
      </div>
    </DialogForm>
  );
}

interface CompanyChoiceProps {
  readonly companies: readonly (readonly HeldSubmission[])[];
  readonly value: string;
  readonly onChange: (id: string) => void;
}

function CompanyChoice({ companies, value, onChange }: CompanyChoiceProps) {
  const { t } = useTexts();
  return (
    <Radio.Group label={t('release.company')} value={value} onChange={onChange}>
      <div className="z-form z-radios">
        {companies.map((own) => {
          const [one] = own;
          if (one === undefined) return null;
          const count = own.length;
          const name = one.company.fullName;
          return (
            <Radio
              key={one.company.id}
              value={one.company.id}
              label={t('release.companyFiles', { name, count })}
            />
          );
        })}
      </div>
    </Radio.Group>
  );
}

/** The files that would be sent, and a link to the submission that each waits for. */
function HeldFiles({ held }: { readonly held: readonly HeldSubmission[] }) {
  const { t } = useTexts();
  const more = held.length - named;
  return (
    <ul className={`z-plain-list ${styles.held}`}>
      {held.slice(0, named).map(({ id, file, by }) => (
        <li key={id}>
          <span className="z-cut z-td-main" title={file}>
            {file}
          </span>
          <span className={styles.by}>
            <a className="z-cut z-small" href={placeHash('history', by.id)} title={by.file}>
              {t('release.waitsFor', { file: by.file })}
            </a>
            <StatePill state={by.state} />
          </span>
        </li>
      ))}
      {more > 0 ? <li className="z-small z-second">{t('release.more', { count: more })}</li> : null}
    </ul>
  );
}

/** Opens the dialog. */
export function ReleaseButton({ companyId }: Pick<ReleaseDialogProps, 'companyId'>) {
  const { t } = useTexts();
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setOpened(true)} data-testid="release">
        {t('release.open')}
      </Button>
      {opened ? <ReleaseDialog companyId={companyId} onClose={() => setOpened(false)} /> : null}
    </>
  );
}
