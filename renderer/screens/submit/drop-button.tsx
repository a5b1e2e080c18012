import { Button } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import type { WorklistFile } from '../../../contract/worklist.ts';
import { summarize } from '../../shared/worklist/worklist.ts';
import { useIntake } from '../../shell/intake.tsx';
import { useTexts } from '../../texts.ts';
import { Spoken } from '../../ui/spoken.tsx';
import { ChooseMenu } from './choose-files.tsx';
import styles from './submit.module.css';

/** The small drop zone: it shows the progress of the intake, and opens the system's dialogs. */
export function DropButton({ files }: { readonly files: readonly WorklistFile[] }) {
  const { t } = useTexts();
  const { progress } = useIntake();
  const { judging } = summarize(files);
  const now =
    progress !== null
      ? t('drop.taking', progress)
      : judging > 0
        ? t('drop.judging', { count: judging })
        : '';
  return (
    <div data-testid="drop-bar">
      <ChooseMenu>
        <Button
          variant="default"
          className={styles.drop ?? ''}
          leftSection={<IconUpload size={16} aria-hidden />}
          title={t('drop.formats')}
        >
          {now || t('drop.button')}
        </Button>
      </ChooseMenu>
      {/* Inside the button it would take the button's name away. */}
      <Spoken text={now} />
    </div>
  );
}
