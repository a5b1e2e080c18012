import { useMethod } from '../../api/queries.ts';
import { placeHash } from '../../router.ts';
import { ErrorNotice } from '../../shell/error-notice.tsx';
import { Page } from '../../shell/page.tsx';
import { keptPart, useKept } from '../../shell/screen-state.tsx';
import { useTexts } from '../../texts.ts';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import styles from './profile.module.css';
import { ProfileEditor } from './profile-editor.tsx';
import { ProfileTrial } from './profile-trial.tsx';
import { ReadAgain } from './read-again.tsx';

/** An edited profile as text, and the connection with the profile that it was made from. */
interface KeptDraft {
  readonly from: string;
  readonly text: string;
}

const keptDraft = keptPart<KeptDraft | null>(null, { isText: true });

/** A profile as indented text. */
export const toText = (profile: unknown): string => `${JSON.stringify(profile, null, 2)}\n`;

/** The service profile: shown, changed, and tried on answers before it is in force. */
export function ProfileScreen() {
  const { t } = useTexts();
  const { data, error, refetch } = useMethod('profile.get', {});
  const [kept, setKept] = useKept(keptDraft);
  const crumb = (
    <a className="z-crumb" href={placeHash('settings', 'connection')}>
      {t('profile.back')} /
    </a>
  );
  const connection = useMethod('app.status', {}).data?.environment;
  const inForce = data === undefined ? '' : toText(data.inForce);
  const from = `${connection} ${inForce}`;
  /** The edited text; null while unchanged, or when another profile or connection is in force. */
  const draft = kept !== null && kept.from === from ? kept.text : null;
  const edit = (text: string | null) => setKept(text === null ? null : { from, text });
  const text = draft ?? inForce;
  return (
    <Page
      name="profile"
      title={t('profile.title')}
      subtitle={t('profile.subtitle')}
      crumb={crumb}
      ready={data !== undefined || error !== null}
    >
      {error === null ? null : <ErrorNotice error={error.error} onRetry={() => void refetch()} />}
      {data === undefined ? (
        error === null && <SkeletonRows rows={8} label={t('app.loading')} />
      ) : (
        <div className={styles.screen}>
          <ProfileEditor known={data} text={text} draft={draft} onDraft={edit} />
          <div className={styles.column}>
            <ProfileTrial text={text} />
            <ReadAgain key={inForce} />
          </div>
        </div>
      )}
    </Page>
  );
}
