import type { CallError } from '../../../contract/errors.ts';
import { errorSentences } from '../../sentences.ts';
import { ErrorNotice } from '../../shell/error-notice.tsx';
import { useTexts } from '../../texts.ts';
import { type Remedy, remediesOf } from './remedy.ts';
import styles from './sending-refusal.module.css';

const shown = 6;

/**
 * Why nothing was sent, with a link to the remedy; one for each company where there are several.
 */
export function SendingRefusal({ error }: { readonly error: CallError }) {
  const { t, i18n } = useTexts();
  const remedies = remediesOf(error);
  const more = remedies.length - shown;
  const words = ({ place, code, name }: Remedy) => {
    if (place === 'settings') return t('remedy.settings');
    if (remedies.length === 1) return t('remedy.company', { name: name ?? '' });
    return t('remedy.oneOf', {
      name: name ?? '',
      reason: errorSentences(i18n, { code, details: {} }).title,
    });
  };
  return (
    <ErrorNotice
      error={error}
      actions={
        remedies.length === 0 ? undefined : (
          <ul className={`z-plain-list ${styles.remedies}`} data-testid="remedies">
            {remedies.slice(0, shown).map((remedy) => (
              <li key={`${remedy.code} ${remedy.href}`}>
                <a href={remedy.href} data-remedy={remedy.code}>
                  {words(remedy)}
                </a>
              </li>
            ))}
            {more > 0 ? <li className="z-second">{t('remedy.more', { count: more })}</li> : null}
          </ul>
        )
      }
    />
  );
}
