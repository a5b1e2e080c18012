import { IconFolderSearch } from '@tabler/icons-react';
import { useMethod } from '../../api/queries.ts';
import { placeHash } from '../../router.ts';
import { useTexts } from '../../texts.ts';
import styles from './watching-sign.module.css';

/** A folder's own name: its path is in the title. */
const lastPart = (path: string) => path.split(/[\\/]/).findLast((part) => part !== '') ?? path;

/** The watched folders, and whether they are readable; it leads to their settings. */
export function WatchingSign() {
  const { t } = useTexts();
  const folders = useMethod('watching.list', {}).data?.folders ?? [];
  const [first] = folders;
  if (first === undefined) return null;
  const away = folders.filter(({ state }) => state !== 'watching');
  const count = away.length > 0 ? away.length : folders.length;
  const [only = first] = away.length > 0 ? away : folders;
  const state = away.length > 0 ? 'paused' : 'watching';
  const words =
    count === 1
      ? t(`watching.sign.${state}`, { path: lastPart(only.path) })
      : t(`watching.sign.${state}Many`, { count });
  return (
    <a
      className={styles.sign}
      href={placeHash('settings', 'office')}
      title={folders.map(({ path }) => path).join('\n')}
      data-testid="watching-sign"
      data-state={state}
    >
      <IconFolderSearch size={16} aria-hidden />
      <span className={styles.words}>{words}</span>
      <span className={styles.dot} data-state={state} aria-hidden />
    </a>
  );
}
