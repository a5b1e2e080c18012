import { IconUpload } from '@tabler/icons-react';
import type { WorklistFile } from '../../../contract/worklist.ts';
import { summarize } from '../../shared/worklist/worklist.ts';
import { useIntake } from '../../shell/intake.tsx';
import { useTexts } from '../../texts.ts';
import { ChooseMenu } from './choose-files.tsx';

/** The drop zone made small, over the table: it says what is coming in. */
export function DropBar({ files }: { readonly files: readonly WorklistFile[] }) {
  const { t } = useTexts();
  const { progress } = useIntake();
  const { judging } = summarize(files);
  const now =
    progress !== null
      ? t('drop.taking', progress)
      : judging > 0
        ? t('drop.judging', { count: judging })
        : null;
  return (
    <div className="z-drop-bar" data-testid="drop-bar">
      <IconUpload size={26} stroke={1.6} aria-hidden />
      <div className="z-drop-bar-words">
        <strong>{t('drop.title')}</strong>
        <span role="status" className={now === null ? 'z-drop-bar-formats' : undefined}>
          {now ?? t('drop.formats')}
        </span>
      </div>
      <ChooseMenu />
    </div>
  );
}
