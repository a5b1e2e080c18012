import type { Output } from '../../../contract/methods.ts';
import { useMethod } from '../../api/queries.ts';
import { placeHash } from '../../router.ts';
import { useTexts } from '../../texts.ts';
import { Notice } from '../../ui/notice.tsx';
import styles from './submit.module.css';

type Items = Output<'connection.readiness'>['items'];

/**
 * The preconditions to show: blocking ones always; before the first sending to a service other than
 * the own sandbox also those with a warning.
 */
function toSeeTo(items: Items, isFirst: boolean): Items {
  const missing = items.filter(({ state }) => state === 'missing');
  return missing.length > 0 || !isFirst ? missing : items.filter(({ state }) => state !== 'ready');
}

/**
 * The missing preconditions, beside the send button; empty without any, or after a first sending
 * with nothing missing.
 */
export function FirstSend() {
  const { t } = useTexts();
  const readiness = useMethod('connection.readiness', {});
  const connection = useMethod('connection.get', {});
  const id = connection.data?.id ?? undefined;
  const sent = useMethod('submissions.list', { filter: { connection: id }, limit: 1 });
  if (readiness.data === undefined || connection.data === undefined || sent.data === undefined)
    return null;
  const isFirst = !connection.data.ownSandbox && sent.data.total === 0;
  const items = toSeeTo(readiness.data.items, isFirst);
  if (items.length === 0) return null;
  const { ready } = readiness.data;
  // A warning takes one line only: the list is more important.
  if (ready)
    return (
      <p className={`z-notice z-notice-amber ${styles.line}`} data-testid="first-send">
        <strong>{t('readiness.beforeFirst')}</strong>
        <span className="z-cut">
          {items.map(({ id, action }, index) => (
            <span
              key={id}
              data-readiness={id}
              title={action === null ? undefined : t(`readiness.action.${action}`)}
            >
              {index === 0 ? '' : ' · '}
              {t(`readiness.item.${id}`)}
            </span>
          ))}
        </span>
        <a href={placeHash('settings', 'connection')}>{t('remedy.settings')}</a>
      </p>
    );
  return (
    <Notice
      tone="amber"
      testId="first-send"
      title={t('readiness.blocked')}
      text={
        <ul className="z-plain-list">
          {items.map(({ id, action }) => (
            <li key={id} data-readiness={id}>
              {t(`readiness.item.${id}`)}
              {action === null ? null : `: ${t(`readiness.action.${action}`)}`}
            </li>
          ))}
        </ul>
      }
      actions={<a href={placeHash('settings', 'connection')}>{t('remedy.settings')}</a>}
    />
  );
}
