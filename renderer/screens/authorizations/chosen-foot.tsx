import { Button } from '@mantine/core';
import { useState } from 'react';
import { DecisionDialog } from '../../shared/authorizations/decision-dialog.tsx';
import { NoteDialog } from '../../shared/authorizations/note-dialog.tsx';
import { ChooseButtons, useChoice } from '../../shared/layout/choice.tsx';
import { useTexts } from '../../texts.ts';
import { type AuthorizationItem, isDecidable, isNotable } from './authorization-item.ts';
import { ResolveChosenDialog } from './resolve-chosen-dialog.tsx';

interface Opening {
  readonly step: keyof typeof dialogs;
  readonly ids: ReadonlySet<string>;
}

const dialogs = {
  decide: DecisionDialog,
  note: NoteDialog,
  resolve: ResolveChosenDialog,
} as const;

/** The selection, and each step possible for some of it. */
export function ChosenFoot({ items }: { readonly items: readonly AuthorizationItem[] }) {
  const { t } = useTexts();
  const { ids, drop } = useChoice();
  // With the selection when it was opened.
  const [opened, setOpened] = useState<Opening | null>(null);
  const chosen = items.filter(({ id }) => ids.has(id));
  const able = {
    decide: chosen.filter(isDecidable),
    note: chosen.filter(isNotable),
    resolve: chosen.filter(({ unresolved }) => unresolved !== null),
  };
  const steps = (['resolve', 'note', 'decide'] as const).filter((step) => able[step].length > 0);
  const Opened = opened === null ? null : dialogs[opened.step];
  return (
    <>
      {items.length === 0 ? null : (
        <div className="z-list-foot" data-testid="authorizations-foot">
          <div className="z-foot-words">
            {chosen.length === 0 ? (
              <small>{t('authorizations.chooseHint')}</small>
            ) : (
              <p>
                <strong>{t('authorizations.chosen', { count: chosen.length })}</strong>
              </p>
            )}
          </div>
          <div className="z-foot-actions">
            <ChooseButtons items={items} />
            {steps.map((step) => (
              <Button
                key={step}
                variant={step === steps.at(-1) ? 'filled' : 'default'}
                onClick={() => setOpened({ step, ids })}
                data-testid={`${step}-chosen`}
              >
                {t(`authorizations.${step}Chosen`, { count: able[step].length })}
              </Button>
            ))}
          </div>
        </div>
      )}
      {opened === null || Opened === null ? null : (
        <Opened
          authorizations={able[opened.step]}
          onClose={() => setOpened(null)}
          onRecorded={() => drop(opened.ids)}
        />
      )}
    </>
  );
}
