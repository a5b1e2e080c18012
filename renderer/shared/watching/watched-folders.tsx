import { Button, Checkbox, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { WatchedFolder } from '../../../contract/methods/watching.ts';
import { useMethod } from '../../api/queries.ts';
import { ErrorNotice } from '../../shell/error-notice.tsx';
import { useNotify } from '../../shell/notify.tsx';
import { useCommand } from '../../shell/use-command.ts';
import { useTexts } from '../../texts.ts';
import { Pill } from '../../ui/pill.tsx';
import { Section } from '../layout/section.tsx';
import { folderTones } from './folder-tones.ts';
import styles from './watched-folders.module.css';

/** The watched folders of the office or of one company, and adding one. */
export function WatchedFolders({ companyId }: { readonly companyId: string | null }) {
  const { t } = useTexts();
  const listed = useMethod('watching.list', {});
  if (listed.data === undefined) return listed.error && <ErrorNotice error={listed.error.error} />;
  const { canChoose, folders } = listed.data;
  // The office's list shows all of them, each with its company.
  const shown = folders.filter((folder) => companyId === null || folder.companyId === companyId);
  return (
    <Section
      title={t('watching.title')}
      text={t(companyId === null ? 'watching.text' : 'watching.companyText')}
      testId="watched-folders"
    >
      {shown.length === 0 ? null : (
        <ul className={styles.folders}>
          {shown.map((folder) => (
            <FolderRow key={folder.id} folder={folder} withCompany={companyId === null} />
          ))}
        </ul>
      )}
      <AddFolder companyId={companyId} canChoose={canChoose} />
    </Section>
  );
}

interface FolderRowProps {
  readonly folder: WatchedFolder;
  readonly withCompany: boolean;
}

/** How long the end of watching can be undone. */
const undoMs = 10_000;

/** Stops watching a folder; undone, it is watched anew, and its present files count as known. */
function useUnwatching({ path, companyId }: WatchedFolder) {
  const { t } = useTexts();
  const notify = useNotify();
  const add = useCommand('watching.add', ['watching.list'], { tells: 'all' });
  const again = () => add.mutate({ path, companyId });
  const act = { text: t('removal.undo'), forMs: undoMs, onAct: again };
  return useCommand('watching.remove', ['watching.list'], {
    about: () => path,
    onDone: () => notify({ tone: 'plain', lines: [t('watching.removed', { path })], act }),
  });
}

function FolderRow({ folder, withCompany }: FolderRowProps) {
  const { t } = useTexts();
  const { mutate, isPending, error } = useUnwatching(folder);
  return (
    <li className={styles.folder} data-testid="watched-folder">
      <span className={styles.words}>
        <span className={styles.path} title={folder.path}>
          {folder.path}
        </span>
        {withCompany && folder.companyName !== null ? (
          <span className="z-second z-small">{folder.companyName}</span>
        ) : null}
      </span>
      <Pill tone={folderTones[folder.state]}>{t(`watching.state.${folder.state}`)}</Pill>
      <Button
        variant="default"
        size="xs"
        loading={isPending}
        onClick={() => mutate({ id: folder.id })}
        aria-label={t('watching.removeNamed', { path: folder.path })}
      >
        {t('watching.remove')}
      </Button>
      {error === null ? null : <ErrorNotice error={error.error} />}
    </li>
  );
}

interface AddFolderProps {
  readonly companyId: string | null;
  readonly canChoose: boolean;
}

/** By the system's dialog where the host has one, else by its path. */
function AddFolder({ companyId, canChoose }: AddFolderProps) {
  const { t } = useTexts();
  const [path, setPath] = useState('');
  const [withExisting, setWithExisting] = useState(false);
  const add = useCommand('watching.add', ['watching.list']);
  const choose = useCommand('watching.choose', ['watching.list']);
  const { error, isPending } = canChoose ? choose : add;
  const rest = { companyId, withExisting };
  return (
    <form
      className="z-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (canChoose) choose.mutate(rest);
        else if (path.trim() !== '')
          add.mutate({ path: path.trim(), ...rest }, { onSuccess: () => setPath('') });
      }}
    >
      {canChoose ? null : (
        <TextInput
          label={t('watching.path')}
          description={t('watching.pathHint')}
          value={path}
          onChange={(event) => setPath(event.currentTarget.value)}
          maxLength={4096}
          data-testid="watched-path"
        />
      )}
      <Checkbox
        label={t('watching.withExisting')}
        checked={withExisting}
        onChange={(event) => setWithExisting(event.currentTarget.checked)}
      />
      {error === null ? null : <ErrorNotice error={error.error} />}
      <div className="z-form-actions">
        <Button
          variant="default"
          type="submit"
          loading={isPending}
          disabled={!canChoose && path.trim() === ''}
          data-testid="watch-folder"
        >
          {t(canChoose ? 'watching.choose' : 'watching.add')}
        </Button>
      </div>
    </form>
  );
}
