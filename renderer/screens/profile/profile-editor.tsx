import { Button, Textarea } from '@mantine/core';
import type { Output } from '../../../contract/methods.ts';
import { saveBytes } from '../../shared/documents/document-download.ts';
import { Section } from '../../shared/layout/section.tsx';
import { ProfileRefusal } from '../../shared/profile/profile-refusal.tsx';
import { readObject } from '../../shared/profile/read-object.ts';
import { useNotify } from '../../shell/notify.tsx';
import { useCommand } from '../../shell/use-command.ts';
import { useTexts } from '../../texts.ts';
import { Pill } from '../../ui/pill.tsx';
import styles from './profile.module.css';

interface ProfileEditorProps {
  readonly known: Output<'profile.get'>;
  readonly text: string;
  /** Null while unchanged. */
  readonly draft: string | null;
  readonly onDraft: (draft: string | null) => void;
}

/** The profile as text, to change and put in force. */
export function ProfileEditor({ known, text, draft, onDraft }: ProfileEditorProps) {
  const { t } = useTexts();
  const notify = useNotify();
  const save = useCommand('connection.set', ['profile.get', 'profile.try', 'connection.get'], {
    about: () => t('profile.title'),
    onDone: () => {
      onDraft(null);
      notify({ tone: 'good', lines: [t('app.saved')] });
    },
  });
  const content = readObject(text);
  const isDefault = JSON.stringify(content) === JSON.stringify(known.default);
  const name = known.isDefault ? t('profile.ofZubi') : known.name;

  function copy(): void {
    navigator.clipboard.writeText(text).then(
      () => notify({ tone: 'good', lines: [t('profile.copied')] }),
      () => notify({ tone: 'bad', lines: [t('profile.copyFailed')] }),
    );
  }
  function putInForce(): void {
    save.mutate({ profile: isDefault ? null : content });
  }
  return (
    <Section
      title={t('profile.editor')}
      mark={
        <Pill tone={draft === null ? 'green' : 'amber'} dot testId="profile-state">
          {draft === null ? t('profile.inForce', { name }) : t('profile.changed')}
        </Pill>
      }
      testId="profile-editor"
    >
      <Textarea
        classNames={{ root: styles.editor ?? '', input: styles.text ?? '' }}
        aria-label={t('profile.json')}
        error={content === null ? t('profile.notJson') : undefined}
        spellCheck={false}
        // What is typed while it is saved would be lost with the draft.
        readOnly={save.isPending}
        value={text}
        onChange={(event) => {
          // The refusal is about an earlier text.
          if (save.error !== null) save.reset();
          onDraft(event.currentTarget.value);
        }}
        data-testid="profile-text"
      />
      {save.error === null ? null : <ProfileRefusal error={save.error.error} />}
      <div className="z-form-actions">
        <Button
          disabled={draft === null || content === null}
          loading={save.isPending}
          onClick={putInForce}
          data-testid="profile-save"
        >
          {t('profile.save')}
        </Button>
        <Button variant="default" disabled={draft === null} onClick={() => onDraft(null)}>
          {t('profile.undo')}
        </Button>
        <Button variant="default" onClick={copy}>
          {t('profile.copy')}
        </Button>
        <Button
          variant="default"
          onClick={() =>
            saveBytes('service-profile.json', 'application/json', [new TextEncoder().encode(text)])
          }
        >
          {t('profile.export')}
        </Button>
        <Button
          variant="default"
          disabled={isDefault}
          onClick={() => onDraft(`${JSON.stringify(known.default, null, 2)}\n`)}
        >
          {t('profile.takeDefault')}
        </Button>
      </div>
    </Section>
  );
}
