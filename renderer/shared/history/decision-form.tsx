import { Radio, Textarea } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { Input } from '../../../contract/methods.ts';
import type { CallFailure } from '../../api/bridge.ts';
import { DialogForm } from '../../shell/dialog-form.tsx';
import { useTexts } from '../../texts.ts';

const decisions = ['accepted', 'rejected', 'not_delivered'] as const;

/** The service's panel on a submission without an answer, and a note. */
interface DecisionDraft {
  readonly decision: Decision | null;
  readonly note: string;
}

export type Decision = Input<'submissions.resolve'>['decision'];

interface DecisionFormProps {
  readonly testId: string;
  readonly save: string;
  /** Whether it is for several at once. */
  readonly many: boolean;
  readonly command: { readonly isPending: boolean; readonly error: CallFailure | null };
  readonly onDecide: (resolution: { readonly decision: Decision; readonly note: string }) => void;
  readonly onClose: () => void;
  /** The subject of the decision. */
  readonly children: ReactNode;
}

/** Asks what the panel shows of a submission without an answer, and for a note. */
export function DecisionForm(props: DecisionFormProps) {
  const { many, command, onDecide, children } = props;
  const [{ decision, note }, setDraft] = useState<DecisionDraft>({ decision: null, note: '' });
  return (
    <DialogForm
      testId={props.testId}
      save={props.save}
      isComplete={decision !== null}
      isSaving={command.isPending}
      error={command.error}
      onClose={props.onClose}
      onSave={() => {
        if (decision !== null) onDecide({ decision, note });
      }}
    >
      {children}
      <DecisionFields draft={{ decision, note }} many={many} onChange={setDraft} />
    </DialogForm>
  );
}

interface DecisionFieldsProps {
  readonly draft: DecisionDraft;
  readonly many: boolean;
  readonly onChange: (draft: DecisionDraft) => void;
}

/** Each answer says what it does. */
function DecisionFields({ draft, many, onChange }: DecisionFieldsProps) {
  const { t } = useTexts();
  const words = many ? 'resolveAll' : 'resolve';
  return (
    <>
      <Radio.Group
        label={t(`${words}.legend`)}
        value={draft.decision}
        onChange={(value) =>
          onChange({
            ...draft,
            decision: decisions.find((candidate) => candidate === value) ?? null,
          })
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
      {many ? <p className="z-second z-small">{t('resolveAll.once')}</p> : null}
    </>
  );
}
