import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { Section } from '../../shared/layout/section.tsx';
import { ErrorNotice } from '../../shell/error-notice.tsx';
import { useNotify } from '../../shell/notify.tsx';
import { useCommand } from '../../shell/use-command.ts';
import { useTexts } from '../../texts.ts';

/** The result of the profile in force for kept answers that nobody understood. */
export function ReadAgain() {
  const { t } = useTexts();
  const notify = useNotify();
  const submissions = useCommand('submissions.readAgain', ['submissions.list', 'app.status'], {
    about: () => t('profile.againRead'),
  });
  const companies = useCommand('companies.readAgain', ['companies.list'], {
    about: () => t('profile.againRead'),
  });
  const ofSubmissions = useCommand('submissions.readAgain', [], { tells: 'none' });
  const ofCompanies = useCommand('companies.readAgain', [], { tells: 'none' });
  const { mutate: lookAtSubmissions } = ofSubmissions;
  const { mutate: lookAtCompanies } = ofCompanies;
  useEffect(() => {
    lookAtSubmissions({ preview: true });
    lookAtCompanies({ preview: true });
  }, [lookAtSubmissions, lookAtCompanies]);

  const all = [submissions, companies, ofSubmissions, ofCompanies];
  const isLooking = all.some(({ isPending }) => isPending);
  const files = ofSubmissions.data?.changed.length ?? 0;
  const created = ofCompanies.data?.changed.length ?? 0;
  const error = all.find((each) => each.error !== null)?.error ?? null;

  async function readAgain(): Promise<void> {
    await submissions.mutateAsync({});
    await companies.mutateAsync({});
    notify({ tone: 'good', lines: [t('profile.againDone')] });
    lookAtSubmissions({ preview: true });
    lookAtCompanies({ preview: true });
  }
  const told = [
    files === 0 ? null : t('profile.againSubmissions', { count: files }),
    created === 0 ? null : t('profile.againCompanies', { count: created }),
  ].filter((line) => line !== null);
  return (
    <Section title={t('profile.again')} text={t('profile.againText')} testId="read-again">
      {error === null ? null : <ErrorNotice error={error.error} />}
      {isLooking ? null : (
        <p data-testid="read-again-told">
          {told.length === 0 ? t('profile.againNone') : told.join(' · ')}
        </p>
      )}
      <div className="z-form-actions">
        <Button
          variant={told.length === 0 ? 'default' : 'filled'}
          disabled={told.length === 0}
          loading={isLooking}
          onClick={() => void readAgain().catch(() => undefined)}
          data-testid="read-again-start"
        >
          {t('profile.againRead')}
        </Button>
      </div>
    </Section>
  );
}
