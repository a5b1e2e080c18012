import { useTexts } from '../../texts.ts';
import { NoticeStack, type StackedNotice } from '../../ui/notice-stack.tsx';
import { useAuthorizationNotices } from './authorization-reminder.tsx';
import { useJobNotices } from './job-notice.tsx';

/** The order of the notices: a lost answer, a running job, what may expire, then the rest. */
const order = ['unread', 'unresolved', 'job', 'expiring', 'drafts'];

const rank = ({ name }: StackedNotice) => order.indexOf(name);

/** The notices over the list of companies, in one place. */
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
