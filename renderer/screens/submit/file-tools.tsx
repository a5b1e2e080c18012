import { ActionIcon } from '@mantine/core';
import { IconCode, IconDownload } from '@tabler/icons-react';
import type { WorklistFile } from '../../../contract/worklist.ts';
import { useSaveDocument } from '../../shared/documents/use-save-document.ts';
import { useTexts } from '../../texts.ts';

/** Kinds of files without a text to show. */
const noText: readonly string[] = ['pdf', 'zip', 'image', 'spreadsheet', 'binary', 'empty'];

/** The file's text, to view and to save. */
export function FileTools({
  file,
  onSource,
}: {
  readonly file: WorklistFile;
  readonly onSource: () => void;
}) {
  const { t } = useTexts();
  const content = useSaveDocument('submissions.fileContent', {
    about: () => t('source.saveFileFailed'),
    tells: 'all',
  });
  if (file.judged === null || noText.includes(file.judged.kind)) return null;
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t('source.open')}
        title={t('source.open')}
        data-testid="open-source"
        onClick={onSource}
      >
        <IconCode size={17} aria-hidden />
      </ActionIcon>
      {file.judged.verdict === 'unreadable' ? null : (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('source.saveFile')}
          title={t('source.saveFile')}
          loading={content.isPending}
          data-testid="save-file"
          onClick={() => content.mutate({ fileId: file.id })}
        >
          <IconDownload size={16} aria-hidden />
        </ActionIcon>
      )}
    </>
  );
}
