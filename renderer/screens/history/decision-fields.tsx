import { Radio, Textarea } from '@mantine/core';
import type { Input } from '../../../contract/methods.ts';
import { useTexts } from '../../texts.ts';

const decisions = ['accepted', 'rejected', 'not_delivered'] as const;

/** What the service's panel says of what had no answer, and what is noted with it. */
export interface DecisionDraft {
  readonly decision: Input<'submissions.resolve'>['decision'] | null;
  readonly note: string;
}

export const noDecision: DecisionDraft = { decision: null, note: '' };

interface DecisionFieldsProps {
  readonly draft: DecisionDraft;
  /** Whether it is for several at once. */
  readonly many: boolean;
  readonly onChange: (draft: DecisionDraft) => void;
}

/** Asks what the panel says; each answer says what it does. */
export function DecisionFields({ draft, many, onChange }: DecisionFieldsProps) {
  const { t } = useTexts();
  const words = many ? 'resolveAll' : 'resolve';
  return (
    <>
      <Radio.Group
        label={t(`${words}.legend`)}
        value={draft.decision}
        onChange={(value) =>
          onChange({ ...draft, decision: decisions.find((candidate) => candidate === value) ?? null })
        }
      >
        <div className="z-form z-radios">
          {decisions.map((value) => (
            <Radio
              key={value}
              value={value}
              label={t(`${words}.${value}`)}
              description={t(`${words}.${value}Hint`)}
            />
          ))}
        </div>
      </Radio.Group>
      <Textarea
        label={t(`${words}.note`)}
        maxLength={500}
        rows={2}
        value={draft.note}
        onChange={(event) => onChange({ ...draft, note: event.currentTarget.value })}
      />
    </>
  );
}
