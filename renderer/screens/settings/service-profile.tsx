import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Connection } from '../../../contract/connection.ts';
import { useMethod } from '../../api/queries.ts';
import { placeHash } from '../../router.ts';
import { ProfileRefusal } from '../../shared/profile/profile-refusal.tsx';
import { readObject } from '../../shared/profile/read-object.ts';
import { useTexts } from '../../texts.ts';
import { FileChoice } from '../../ui/file-choice.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useSaveConnection } from './use-saving.ts';

/** The default profile takes a fiftieth of it. */
const maxBytes = 256 * 1024;

/** The JSON object in a file; null without one. */
async function readProfile(file: File): Promise<Readonly<Record<string, unknown>> | null> {
  if (file.size > maxBytes) return null;
  return readObject(await file.text().catch(() => ''));
}

interface ServiceProfileProps {
  readonly connection: Connection;
  /** Called when the profile changes: a result of the connection test is of the former profile. */
  readonly onChanged: () => void;
}

/** The profile in force: the default one, or one from a file. */
export function ServiceProfile({ connection, onChanged }: ServiceProfileProps) {
  const { t } = useTexts();
  const { save, isSaving, error } = useSaveConnection();
  const [isUnread, setUnread] = useState(false);
  // Another profile may keep the name of the default one.
  const known = useMethod('profile.get', {}).data;
  const isDefault = known?.isDefault ?? connection.profile === 'default';
  const profile = isDefault ? t('settings.connection.profileDefault') : connection.profile;

  async function load(file: File): Promise<void> {
    const content = await readProfile(file);
    setUnread(content === null);
    if (content !== null) save({ profile: content }, onChanged);
  }
  return (
    <>
      <small className="z-second" data-testid="service-profile">
        {t('settings.connection.profile', { profile })} · {t('settings.connection.profileHint')}
      </small>
      {isUnread ? (
        <Notice
          tone="red"
          testId="profile-unread"
          title={t('settings.connection.profileFailed')}
          text={t('settings.connection.profileUnread')}
        />
      ) : error === null ? null : (
        <ProfileRefusal error={error} title={t('settings.connection.profileFailed')} />
      )}
      <div className="z-form-actions">
        <Button
          component="a"
          href={placeHash('settings', 'profile')}
          variant="default"
          size="xs"
          data-testid="profile-open"
        >
          {t('profile.open')}
        </Button>
        <FileChoice
          single
          label={t('settings.connection.profileInput')}
          testId="profile-input"
          onFiles={([file]) => file !== undefined && void load(file)}
        >
          {(open) => (
            <Button
              variant="default"
              size="xs"
              loading={isSaving}
              disabled={connection.environment === 'none'}
              onClick={open}
            >
              {t('settings.connection.profileChoose')}
            </Button>
          )}
        </FileChoice>
        {isDefault ? null : (
          <Button
            variant="default"
            size="xs"
            disabled={isSaving}
            onClick={() => {
              setUnread(false);
              save({ profile: null }, onChanged);
            }}
            data-testid="profile-back"
          >
            {t('settings.connection.profileBack')}
          </Button>
        )}
      </div>
    </>
  );
}
