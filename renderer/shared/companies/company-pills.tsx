import type { Authorization } from '../../../contract/authorization.ts';
import type { AuthorizationState, Company } from '../../../contract/company.ts';
import { type Translate, useTexts } from '../../texts.ts';
import { Pill, type Tone } from '../../ui/pill.tsx';

const authorizationTones: Readonly<Record<AuthorizationState, Tone>> = {
  none: 'grey',
  pending_validation: 'amber',
  approved: 'green',
  rejected: 'red',
};

/**
 * An authorization's state in a word. A received document waits for its review; only an approval is
 * green.
 */
export function AuthorizationPill({ state }: { readonly state: AuthorizationState }) {
  const { t } = useTexts();
  return (
    <span data-authorization={state}>
      <Pill tone={authorizationTones[state]}>{t(`authorization.state.${state}`)}</Pill>
    </span>
  );
}

/** Whether the result of the last upload is unknown, in any state. */
export function NoAnswerPill({ authorization }: { readonly authorization: Authorization }) {
  const { t } = useTexts();
  if (authorization.unresolved === null) return null;
  return (
    <Pill tone="violet" testId="authorization-no-answer">
      {t('authorization.outcome.unknown')}
    </Pill>
  );
}

function expiryText(t: Translate, daysLeft: number): string {
  if (daysLeft < 0) return t('authorization.ended');
  return daysLeft === 0
    ? t('authorization.endsToday')
    : t('authorization.daysLeft', { count: daysLeft });
}

/** The end of an approved authorization; empty without one. */
export function ExpiryPill({ authorization }: { readonly authorization: Authorization }) {
  const { t } = useTexts();
  const { daysLeft } = authorization;
  if (authorization.state !== 'approved' || daysLeft === null || daysLeft > 60) return null;
  return <Pill tone={daysLeft < 0 ? 'red' : 'amber'}>{expiryText(t, daysLeft)}</Pill>;
}

export type CompanyStanding = Company['state'] | 'archived' | 'failed';

/** A company's state in its most important word. */
export function companyStanding(company: Company): CompanyStanding {
  if (company.archivedAt !== null) return 'archived';
  if (company.state === 'draft' && company.failure !== null) return 'failed';
  return company.state;
}

const standingTones: Readonly<Record<CompanyStanding, Tone>> = {
  draft: 'grey',
  creating: 'accent',
  creation_unknown: 'violet',
  registered: 'green',
  archived: 'grey',
  failed: 'red',
};

/** A company's state; a registered one needs no word. */
export function CompanyPill({ company }: { readonly company: Company }) {
  const { t } = useTexts();
  const standing = companyStanding(company);
  return (
    <span data-company={standing}>
      <Pill tone={standingTones[standing]}>{t(`companies.state.${standing}`)}</Pill>
    </span>
  );
}

/** Whether a company's key is stored. */
export function KeyPill({ company }: { readonly company: Company }) {
  const { t } = useTexts();
  const { present } = company.key;
  return (
    <Pill tone={present ? 'grey' : 'red'} sign={present ? null : '✕'}>
      {t(present ? 'companies.keyPresent' : 'companies.keyMissing')}
    </Pill>
  );
}
