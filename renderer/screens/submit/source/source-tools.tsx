import { ActionIcon, Button } from '@mantine/core';
import { IconArrowBackUp, IconArrowForwardUp, IconPencil } from '@tabler/icons-react';
import type { RefObject } from 'react';
import { useTexts } from '../../../texts.ts';
import { Pill } from '../../../ui/pill.tsx';
import { isOld, type LiveState } from './live-verdict.ts';
import { SearchField } from './search-field.tsx';
import styles from './source.module.css';
import type { EditState, XmlEditor } from './xml-editor.ts';

interface SourceToolsProps {
  readonly counts: { readonly error: number; readonly warning: number; readonly info: number };
  /** The state of the live verdict; null while nothing is edited. */
  readonly live: LiveState | null;
  readonly edit: EditState;
  readonly isEditing: boolean;
  readonly canSave: boolean;
  readonly isSaving: boolean;
  readonly editor: RefObject<XmlEditor | null>;
  readonly searchField: RefObject<HTMLInputElement | null>;
  readonly onEdit: () => void;
  readonly onSave: () => void;
}

function Counts({ counts, live }: Pick<SourceToolsProps, 'counts' | 'live'>) {
  const { t } = useTexts();
  const { error, warning } = counts;
  return (
    <span className={styles.counts} role="status" data-testid="source-counts" data-live={live}>
      {error > 0 ? <Pill tone="red">{t('source.errors', { count: error })}</Pill> : null}
      {warning > 0 ? <Pill tone="amber">{t('source.warnings', { count: warning })}</Pill> : null}
      {error === 0 ? (
        <Pill tone={isOld(live) ? 'grey' : 'green'}>{t('source.noErrors')}</Pill>
      ) : null}
      {live === null ? null : (
        <span className="z-second z-small">
          {t(isOld(live) ? 'source.checking' : 'source.checked')}
        </span>
      )}
    </span>
  );
}

function EditTools({ edit, editor, canSave, isSaving, onSave }: SourceToolsProps) {
  const { t } = useTexts();
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t('source.undo')}
        title={t('source.undo')}
        disabled={!edit.canUndo}
        onClick={() => editor.current?.undo()}
      >
        <IconArrowBackUp size={17} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t('source.redo')}
        title={t('source.redo')}
        disabled={!edit.canRedo}
        onClick={() => editor.current?.redo()}
      >
        <IconArrowForwardUp size={17} aria-hidden />
      </ActionIcon>
      <Button
        size="compact-sm"
        loading={isSaving}
        disabled={!canSave}
        onClick={onSave}
        data-testid="source-save"
      >
        {t('source.save')}
      </Button>
    </>
  );
}

/** Over the text: its state, the search, and the actions. */
export function SourceTools(props: SourceToolsProps) {
  const { t } = useTexts();
  const { editor } = props;
  return (
    <div className={styles.tools}>
      <Counts counts={props.counts} live={props.live} />
      <span className={styles.actions}>
        <SearchField
          field={props.searchField}
          onFind={async (wanted, direction) =>
            (await editor.current?.find(wanted, direction)) ?? false
          }
        />
        {props.isEditing ? (
          <EditTools {...props} />
        ) : (
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconPencil size={15} aria-hidden />}
            onClick={props.onEdit}
            data-testid="source-edit"
          >
            {t('source.edit')}
          </Button>
        )}
      </span>
    </div>
  );
}
