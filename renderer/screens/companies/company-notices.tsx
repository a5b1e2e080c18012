import { useTexts } from '../../texts.ts';
import { NoticeStack, type StackedNotice } from '../../ui/notice-stack.tsx';
import { useAuthorizationNotices } from './authorization-reminder.tsx';
import { useJobNotices } from './job-notice.tsx';

/**
 * What goes before what: the answer that was lost, what a person set going, what may lapse, and
 * what only waits.
 */
const order = ['unresolved', 'job', 'expiring', 'drafts'];

const rank = ({ name }: StackedNotice) => order.indexOf(name);

/** What is to be told over the list of companies, in the place of one notice. */
export function CompanyNotices() {
  const { t } = useTexts();
  const job = useJobNotices();
  const authorizations = useAuthorizationNotices();
  const notices = [...job.notices, ...authorizations].toSorted((a, b) => rank(a) - rank(b));
  return (
    <>
      <NoticeStack notices={notices} label={t('companies.otherNotices')} />
      {job.dialog}
    </>
  );
}
