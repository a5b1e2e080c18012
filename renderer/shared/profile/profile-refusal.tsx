import type { CallError } from '../../../contract/errors.ts';
import { inputFaultsOf } from '../../../contract/input-fault.ts';
import type { TextKey } from '../../i18n.ts';
import { errorSentences } from '../../sentences.ts';
import { ErrorNotice } from '../../shell/error-notice.tsx';
import { useTexts } from '../../texts.ts';
import { ErrorCode } from '../../ui/error-code.tsx';
import { Notice } from '../../ui/notice.tsx';
import styles from './profile-refusal.module.css';

interface ProfileRefusalProps {
  readonly error: CallError;
  readonly title?: string;
}

/** Why a profile was refused: the faulty places, as dotted paths, each with its fault. */
export function ProfileRefusal({ error, title }: ProfileRefusalProps) {
  const { t, i18n } = useTexts();
  const faults = inputFaultsOf(error).map(({ path, expected: { kind, ...words } }) => {
    const key = `expected.${kind}` as TextKey;
    const expected = t(key, words);
    return path === '' ? t('expected.whole', { expected }) : t('expected.at', { path, expected });
  });
  if (faults.length === 0)
    return <ErrorNotice error={error} {...(title === undefined ? {} : { title })} />;
  return (
    <Notice
      tone="red"
      urgent
      title={title ?? errorSentences(i18n, error).title}
      text={
        <>
          <ul className={styles.faults} data-testid="profile-faults">
            {faults.map((fault) => (
              <li key={fault}>{fault}</li>
            ))}
          </ul>
          <ErrorCode code={error.code} />
        </>
      }
      testId="error-notice"
    />
  );
}
