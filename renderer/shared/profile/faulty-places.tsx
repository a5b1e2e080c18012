import type { CallError } from '../../../contract/errors.ts';
import { inputFaultsOf } from '../../../contract/input-fault.ts';
import type { TextKey } from '../../i18n.ts';
import { useTexts } from '../../texts.ts';
import styles from './faulty-places.module.css';

/** Where a profile is at fault, as the core tells it: dotted paths, each with what is wrong. */
export function FaultyPlaces({ error }: { readonly error: CallError }) {
  const { t } = useTexts();
  const faults = inputFaultsOf(error).map(({ path, expected: { kind, ...words } }) => {
    const key = `expected.${kind}` as TextKey;
    const expected = t(key, words);
    return path === '' ? t('expected.whole', { expected }) : t('expected.at', { path, expected });
  });
  if (faults.length === 0) return null;
  return (
    <ul className={styles.faults} data-testid="profile-faults">
      {faults.map((fault) => (
        <li key={fault}>{fault}</li>
      ))}
    </ul>
  );
}
