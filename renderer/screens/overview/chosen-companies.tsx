import { Autocomplete, Button } from '@mantine/core';
import { useState } from 'react';
import type { QuarterCompany } from '../../../contract/quarter.ts';
import { useMethod } from '../../api/queries.ts';
import { ChooseButtons, useChoice } from '../../shared/layout/choice.tsx';
import { Dialog } from '../../shell/dialog.tsx';
import { DialogForm } from '../../shell/dialog-form.tsx';
import { useNotify } from '../../shell/notify.tsx';
import { useCommand } from '../../shell/use-command.ts';
import { useTexts } from '../../texts.ts';
import { canHaveNothing, isMarkedNothing } from './quarter-filter.ts';
import { useSetNothing } from './use-set-nothing.ts';

type Label = 'adviser' | 'group';

interface ChosenCompaniesProps {
  readonly companies: readonly QuarterCompany[];
  readonly period: string;
}

/** The selected companies, and the actions for all of them. */
export function ChosenCompanies({ companies, period }: ChosenCompaniesProps) {
  const { t } = useTexts();
  const { ids } = useChoice();
  const [asked, setAsked] = useState<Omit<LabelDialogProps, 'onClose'> | null>(null);
  const chosen = companies.filter(({ id }) => ids.has(id));
  return (
    <>
      {chosen.length === 0 ? null : (
        <div className="z-list-foot" data-testid="quarter-foot">
          <div className="z-foot-words">
            <p>
              <strong>{t('authorizations.chosen', { count: chosen.length })}</strong>
            </p>
          </div>
          <div className="z-foot-actions">
            <ChooseButtons items={companies} />
            {(['adviser', 'group'] as const).map((label) => (
              <Button
                key={label}
                variant="default"
                onClick={() => setAsked({ label, companies: chosen })}
                data-testid={`label-${label}`}
              >
                {t(`companyForm.${label}`)}…
              </Button>
            ))}
            <MarkButton
              companies={chosen.filter(isMarkedNothing)}
              period={period}
              nothing={false}
            />
            <MarkButton companies={chosen.filter(canHaveNothing)} period={period} nothing />
          </div>
        </div>
      )}
      {/* Of those chosen when it was opened: they may leave the list meanwhile. */}
      {asked === null ? null : <LabelDialog {...asked} onClose={() => setAsked(null)} />}
    </>
  );
}

interface MarkButtonProps extends ChosenCompaniesProps {
  readonly nothing: boolean;
}

/** Marks companies as having nothing to file in the quarter, or removes the mark. */
function MarkButton({ companies, period, nothing }: MarkButtonProps) {
  const { t } = useTexts();
  const { ids, drop } = useChoice();
  const { set, isSetting } = useSetNothing();
  const count = companies.length;
  if (count === 0) return null;
  const counted = { count };
  const names = nothing
    ? (['matrix.chosen.markNothing', 'matrix.chosen.markedNothing'] as const)
    : (['matrix.chosen.unmark', 'matrix.chosen.unmarked'] as const);
  return (
    <Button
      variant="default"
      loading={isSetting}
      onClick={() =>
        set({ companies, period, nothing, done: t(names[1], counted), onDone: () => drop(ids) })
      }
      data-testid={nothing ? 'chosen-mark' : 'chosen-unmark'}
    >
      {t(names[0], counted)}
    </Button>
  );
}

interface LabelDialogProps extends Pick<ChosenCompaniesProps, 'companies'> {
  readonly label: Label;
  readonly onClose: () => void;
}

/** Sets an adviser or a group for all of them. */
function LabelDialog({ label, companies, onClose }: LabelDialogProps) {
  const { t } = useTexts();
  const notify = useNotify();
  const { drop } = useChoice();
  const { data } = useMethod('companies.labels', {});
  const [text, setText] = useState(commonLabel(companies, label));
  const counted = { count: companies.length };
  const known = (label === 'adviser' ? data?.advisers : data?.groups) ?? [];
  const title = t(`matrix.chosen.assign.${label}`);
  const save = useCommand('companies.setLabels', ['quarter.get', 'companies.labels'], {
    about: () => title,
    onDone: (_, { companyIds }) => {
      drop(companyIds);
      notify({ tone: 'good', lines: [t('matrix.chosen.labelled', counted)] });
    },
  });
  return (
    <Dialog onClose={onClose} title={title} size="sm">
      <DialogForm
        testId="label-dialog"
        save={t('companyForm.save')}
        isSaving={save.isPending}
        error={save.error}
        onClose={onClose}
        onSave={() =>
          save.mutate(
            { companyIds: companies.map(({ id }) => id), [label]: text.trim() || null },
            { onSuccess: onClose },
          )
        }
      >
        <Autocomplete
          label={t(`companyForm.${label}`)}
          description={t('matrix.chosen.labelHint', counted)}
          data={known}
          // An empty list would be open unseen, and take the dialog's Escape.
          {...(known.length === 0 ? { dropdownOpened: false } : {})}
          maxLength={120}
          value={text}
          onChange={setText}
          data-autofocus
          data-testid="label-text"
        />
      </DialogForm>
    </Dialog>
  );
}

/** The value that all of them share; empty when they differ. */
function commonLabel(companies: readonly QuarterCompany[], label: Label): string {
  const labels = new Set(companies.map((company) => company[label]));
  const [only] = labels;
  return labels.size === 1 ? (only ?? '') : '';
}
