import { Button } from '@mantine/core';
import type { Authorization } from '../../../contract/authorization.ts';
import type { Company } from '../../../contract/company.ts';
import { useMethod } from '../../api/queries.ts';
import { placeHash } from '../../router.ts';
import { type Translate, useTexts } from '../../texts.ts';
import { ErrorCode } from '../../ui/error-code.tsx';
import { Notice } from '../../ui/notice.tsx';

interface Obstacle {
  readonly code: string;
  readonly title: string;
  readonly text: string;
}

function authorizationObstacle(t: Translate, authorization: Authorization): Obstacle {
  const text = t('obstacle.authorizationText', {
    state: t(`authorization.state.${authorization.state}`),
  });
  const isApproved = authorization.state === 'approved';
  if (isApproved && authorization.unresolved !== null)
    return { code: 'authorization_unresolved', title: t('obstacle.unresolved'), text };
  const code = isApproved ? 'authorization_expired' : 'authorization_required';
  return { code, title: t(isApproved ? 'obstacle.expired' : 'obstacle.authorization'), text };
}

/**
 * The first reason why nothing can be sent for a company; null without one. The core refuses by the
 * same rules.
 */
export function findObstacle(
  t: Translate,
  company: Company,
  authorization: Authorization,
): Obstacle | null {
  if (!company.canSubmit) {
    const text = t('obstacle.outsideText', { territory: company.territoryName });
    return { code: 'company_outside_bizkaia', title: t('obstacle.outside'), text };
  }
  if (company.archivedAt !== null)
    return {
      code: 'company_archived',
      title: t('obstacle.archived'),
      text: t('obstacle.archivedText'),
    };
  if (company.state !== 'registered') {
    const text = t('obstacle.unregisteredText');
    return { code: 'company_state', title: t('obstacle.unregistered'), text };
  }
  if (!company.key.present)
    return {
      code: 'company_without_key',
      title: t('obstacle.keyless'),
      text: t('obstacle.keylessText'),
    };
  return authorization.allowsSubmissions ? null : authorizationObstacle(t, authorization);
}

/** Shows the reason of a refusal before anything is sent, with the way to the company's page. */
export function SendingObstacle({ companyId }: { readonly companyId: string }) {
  const { t } = useTexts();
  const company = useMethod('companies.get', { id: companyId });
  const found = useMethod('authorizations.get', { companyId });
  if (company.data === undefined || found.data === undefined) return null;
  const obstacle = findObstacle(t, company.data, found.data.authorization);
  if (obstacle === null) return null;
  return (
    <Notice
      tone="amber"
      testId="sending-obstacle"
      title={obstacle.title}
      text={
        <>
          <p>{obstacle.text}</p>
          <ErrorCode code={obstacle.code} />
        </>
      }
      actions={
        <Button
          component="a"
          variant="default"
          href={placeHash('companies', companyId)}
          data-testid="open-company"
        >
          {t(
            obstacle.code.startsWith('authorization_')
              ? 'obstacle.openAuthorization'
              : 'company.open',
          )}
        </Button>
      }
    />
  );
}
