import { Button, NumberInput, SegmentedControl, Select, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { type ProfileCall, profileCalls } from '../../../contract/choices.ts';
import type { Input } from '../../../contract/methods.ts';
import { useMethod } from '../../api/queries.ts';
import { Section } from '../../shared/layout/section.tsx';
import { ProfileRefusal } from '../../shared/profile/profile-refusal.tsx';
import { readObject } from '../../shared/profile/read-object.ts';
import { useTexts } from '../../texts.ts';
import styles from './profile.module.css';
import { TrialResult } from './trial-result.tsx';

const sources = ['last', 'pasted'] as const;
type Source = (typeof sources)[number];

interface Pasted {
  readonly status: number;
  readonly contentType: string;
  readonly text: string;
}

interface PastedFieldsProps {
  readonly pasted: Pasted;
  readonly onChange: (pasted: Pasted) => void;
}

function PastedFields({ pasted, onChange }: PastedFieldsProps) {
  const { t } = useTexts();
  return (
    <>
      <div className="z-form-row">
        <NumberInput
          label={t('profile.status')}
          min={100}
          max={599}
          allowDecimal={false}
          value={pasted.status}
          onChange={(status) => onChange({ ...pasted, status: Number(status) })}
        />
        <TextInput
          label={t('profile.contentType')}
          value={pasted.contentType}
          onChange={(event) => onChange({ ...pasted, contentType: event.currentTarget.value })}
        />
      </div>
      <Textarea
        label={t('profile.answer')}
        classNames={{ input: `${styles.text} ${styles.answer}` }}
        spellCheck={false}
        value={pasted.text}
        onChange={(event) => onChange({ ...pasted, text: event.currentTarget.value })}
        data-testid="trial-text"
      />
    </>
  );
}

/** The result of the edited profile for an answer. */
export function ProfileTrial({ text }: { readonly text: string }) {
  const { t } = useTexts();
  const [call, setCall] = useState<ProfileCall>('submission');
  const [source, setSource] = useState<Source>('last');
  const [pasted, setPasted] = useState<Pasted>({
    status: 200,
    contentType: 'application/json',
    text: '',
  });
  const [asked, setAsked] = useState<Input<'profile.try'> | null>(null);
  const trial = useMethod('profile.try', asked ?? { call }, { enabled: asked !== null });
  const profile = readObject(text);
  // A result of an earlier text says nothing of this one.
  const isOfText = asked !== null && JSON.stringify(asked.profile) === JSON.stringify(profile);
  const isStatus = pasted.status >= 100 && pasted.status <= 599;
  const canTry = profile !== null && (source === 'last' || (pasted.text !== '' && isStatus));

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (profile === null || !canTry) return;
    setAsked({ call, profile, ...(source === 'last' ? {} : { answer: pasted }) });
    if (isOfText) void trial.refetch();
  }
  return (
    <Section title={t('profile.trial')} text={t('profile.trialText')} testId="profile-trial">
      <form className="z-form" onSubmit={submit}>
        <Select
          label={t('profile.call')}
          data={profileCalls.map((value) => ({
            value,
            label: t(`profile.calls.${value}`),
          }))}
          allowDeselect={false}
          value={call}
          onChange={(value) => {
            setCall(profileCalls.find((each) => each === value) ?? 'submission');
            setAsked(null);
          }}
        />
        <SegmentedControl
          aria-label={t('profile.source')}
          data={sources.map((value) => ({ value, label: t(`profile.sources.${value}`) }))}
          value={source}
          onChange={(value) => {
            setSource(value === 'pasted' ? 'pasted' : 'last');
            setAsked(null);
          }}
        />
        {source === 'pasted' ? (
          <PastedFields
            pasted={pasted}
            onChange={(changed) => {
              setPasted(changed);
              setAsked(null);
            }}
          />
        ) : null}
        <div className="z-form-actions">
          <Button
            type="submit"
            variant="default"
            disabled={!canTry}
            loading={trial.isFetching}
            data-testid="trial-start"
          >
            {t('profile.try')}
          </Button>
        </div>
      </form>
      {!isOfText || trial.error === null ? null : <ProfileRefusal error={trial.error.error} />}
      {!isOfText || trial.data === undefined ? null : <TrialResult trial={trial.data} />}
    </Section>
  );
}
