import { Button } from '@mantine/core';
import type { WorklistFile } from '../../../contract/worklist.ts';
import { placeHash } from '../../router.ts';
import { partsOf } from '../../shared/worklist/worklist.ts';
import { ErrorNotice } from '../../shell/error-notice.tsx';
import { useNotify } from '../../shell/notify.tsx';
import { useCommand } from '../../shell/use-command.ts';
import { useTexts } from '../../texts.ts';
import { Notice } from '../../ui/notice.tsx';

const ofFile = { mended: 'corrections.originMended', edited: 'corrections.originEdited' } as const;

/** The origin of a file of the worklist; nothing for a dropped one. */
export function FileOrigin({ origin }: Pick<WorklistFile, 'origin'>) {
  const { t } = useTexts();
  if (origin === null) return null;
  const others = origin.others?.length ?? 0;
  if (origin.submissionId === null)
    return (
      <p className="z-second z-small" data-testid="file-origin">
        {t(ofFile[origin.kind as keyof typeof ofFile] ?? 'corrections.originSplit', {
          file: origin.file,
        })}
      </p>
    );
  return (
    <p className="z-second z-small" data-testid="file-origin">
      {t('corrections.origin', { kind: t(`corrections.kind.${origin.kind}`) })}{' '}
      <a href={placeHash('history', origin.submissionId)}>{origin.file}</a>
      {others === 0 ? null : ` ${t('corrections.originOthers', { count: others })}`}
    </p>
  );
}

/** Offers to split a file with more records than a submission may have. */
export function SplitOffer({ file }: { readonly file: WorklistFile }) {
  const { t } = useTexts();
  const notify = useNotify();
  const split = useCommand('submissions.split', ['submissions.worklist'], {
    about: () => file.name,
    onDone: ({ files }) =>
      notify({ tone: 'good', lines: [t('corrections.made', { count: files.length })] }),
  });
  const parts = partsOf(file);
  if (parts < 2) return null;
  return (
    <>
      <Notice
        tone="amber"
        testId="split-offer"
        title={t('corrections.splitTitle', { count: file.judged?.records ?? 0 })}
        text={t('corrections.splitText')}
        actions={
          <Button
            variant="default"
            loading={split.isPending}
            data-testid="split-file"
            onClick={() =>
              // The parts take the place of this file.
              split.mutate({ fileId: file.id })
            }
          >
            {t('corrections.splitAction', { count: parts })}
          </Button>
        }
      />
      {split.error === null ? null : <ErrorNotice error={split.error.error} />}
    </>
  );
}
