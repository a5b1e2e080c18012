import { Button } from '@mantine/core';
import type { CallError, Json } from '../../../contract/errors.ts';
import type { SchemaDifference } from '../../../contract/schema-package.ts';
import type { TextKey } from '../../i18n.ts';
import { Dialog } from '../../shell/dialog.tsx';
import { type Translate, useTexts } from '../../texts.ts';
import { TechnicalDetails } from '../../ui/technical-details.tsx';

const slips = [
  'clean',
  'decimal_comma',
  'iso_date',
  'tax_id',
  'unknown_element',
  'missing_year',
  'unknown_code',
  'too_long',
  'too_many_decimals',
  'no_records',
] as const;
const verdicts = ['valid', 'warnings', 'invalid', 'unreadable'] as const;

type JsonObject = { readonly [key: string]: Json };

/** The readable part of a `schema_package_differs` refusal. */
export function readDifferences(error: CallError): readonly SchemaDifference[] {
  const { differences } = error.details;
  if (!Array.isArray(differences)) return [];
  return (differences as readonly Json[]).flatMap((each) => {
    if (typeof each !== 'object' || each === null || Array.isArray(each)) return [];
    const { schema, sample, before, after } = each as JsonObject;
    const now = verdicts.find((verdict) => verdict === after);
    if (typeof schema !== 'string' || typeof sample !== 'string' || now === undefined) return [];
    return [
      {
        schema,
        sample,
        before: verdicts.find((verdict) => verdict === before) ?? null,
        after: now,
      },
    ];
  });
}

function sampleKey(sample: string): TextKey {
  return `schemaPackages.slip.${slips.find((slip) => slip === sample) ?? 'other'}`;
}

function changeText(t: Translate, { before, after }: SchemaDifference): string {
  return t('schemaPackages.change', {
    before: t(`schemaPackages.verdict.${before ?? 'none'}`),
    after: t(`schemaPackages.verdict.${after}`),
  });
}

interface DifferenceDialogProps {
  readonly differences: readonly SchemaDifference[];
  readonly isInstalling: boolean;
  readonly onConfirm: () => void;
  readonly onLeave: () => void;
}

/** Shows which known documents new schemas check differently, and asks for confirmation. */
export function DifferenceDialog({
  differences,
  isInstalling,
  onConfirm,
  onLeave,
}: DifferenceDialogProps) {
  const { t } = useTexts();
  return (
    <Dialog onClose={onLeave} title={t('schemaPackages.differs')} size="lg">
      <div className="z-form" data-testid="schema-differences">
        <p className="z-second">{t('schemaPackages.differsText')}</p>
        <ul
          className="z-plain-list z-scroll-list"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
          tabIndex={0}
          aria-label={t('schemaPackages.differs')}
        >
          {differences.map((difference) => (
            <li key={`${difference.schema} ${difference.sample}`} className="z-card">
              <strong>{t(sampleKey(difference.sample))}</strong>
              <div>{changeText(t, difference)}</div>
              <TechnicalDetails label={t('app.technicalDetails')}>
                <span className="z-code">{difference.schema}</span>
              </TechnicalDetails>
            </li>
          ))}
        </ul>
        <div className="z-form-actions z-form-actions-end">
          <Button
            variant="default"
            color="red"
            loading={isInstalling}
            onClick={onConfirm}
            data-testid="install-differing"
          >
            {t('schemaPackages.confirm')}
          </Button>
          <Button data-autofocus disabled={isInstalling} onClick={onLeave}>
            {t('app.cancel')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
