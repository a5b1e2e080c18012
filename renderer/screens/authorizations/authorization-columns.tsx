import { Button } from '@mantine/core';
import { placeHash } from '../../router.ts';
import {
  AuthorizationPill,
  ExpiryPill,
  NoAnswerPill,
} from '../../shared/companies/company-pills.tsx';
import { ChoiceBox, ChooseShown } from '../../shared/layout/choice.tsx';
import type { Formats, Translate } from '../../texts.ts';
import type { DataColumn } from '../../ui/data-table.tsx';
import { pillWidth } from '../../ui/pill-width.ts';
import { type AuthorizationItem, isDecidable } from './authorization-item.ts';

/**
 * The columns of the list; `onDecide` records one company's result. Where there is room, a row has
 * one line.
 */
export function createColumns(
  t: Translate,
  formats: Formats,
  onDecide: (authorization: AuthorizationItem) => void,
  hasRoom: boolean,
): readonly DataColumn<AuthorizationItem>[] {
  const taxId: DataColumn<AuthorizationItem> = {
    id: 'tax-id',
    header: t('companies.columns.taxId'),
    width: '6.5rem',
    cell: ({ company }) => <span className="z-second z-nowrap">{company.taxId}</span>,
  };
  return [
    {
      id: 'choice',
      header: t('choice.all'),
      head: <ChooseShown />,
      width: '1.1rem',
      cell: (item) => (
        <ChoiceBox
          items={[item]}
          label={t('choice.one', { name: item.company.fullName })}
          testId="choose-authorization"
        />
      ),
    },
    {
      id: 'company',
      header: t('authorizations.columns.company'),
      width: 'minmax(8rem, 2fr)',
      cell: ({ company }) => (
        <>
          <a
            className="z-cut z-td-main z-quiet-link"
            href={placeHash('companies', company.id)}
            title={company.fullName}
            onClick={(event) => event.stopPropagation()}
          >
            {company.fullName}
          </a>
          {hasRoom ? null : <span className="z-td-sub">{company.taxId}</span>}
        </>
      ),
    },
    ...(hasRoom ? [taxId] : []),
    {
      id: 'document',
      header: t('authorizations.columns.document'),
      width: 'minmax(7rem, 1fr)',
      cell: ({ document, unresolved }) => (
        <span className="z-cut z-second" title={document?.name ?? unresolved?.name}>
          {document?.name ?? unresolved?.name ?? '—'}
        </span>
      ),
    },
    {
      id: 'expires',
      header: t('authorizations.columns.expires'),
      width: `${Math.max(7.5, pillWidth([], t('authorizations.columns.expires')))}rem`,
      cell: ({ expiresOn }) => (
        <span className="z-second z-nowrap">
          {expiresOn === null ? '—' : formats.day(expiresOn)}
        </span>
      ),
    },
    {
      id: 'state',
      header: t('authorizations.columns.state'),
      width: '22.5rem',
      cell: (authorization) => (
        <span className="z-states">
          {authorization.required || authorization.state !== 'none' ? (
            <AuthorizationPill state={authorization.state} />
          ) : (
            <span className="z-second">{t('authorizations.notNeeded')}</span>
          )}
          <ExpiryPill authorization={authorization} />
          <NoAnswerPill authorization={authorization} />
          {isDecidable(authorization) ? (
            <Button
              size="compact-sm"
              variant="default"
              onClick={(event) => {
                event.stopPropagation();
                onDecide(authorization);
              }}
            >
              {t('authorization.decide')}
            </Button>
          ) : null}
        </span>
      ),
    },
  ];
}
