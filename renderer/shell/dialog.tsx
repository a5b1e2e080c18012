import { Button, Modal, type ModalProps } from '@mantine/core';
import { type ReactNode, useCallback, useState } from 'react';
import { useTexts } from '../texts.ts';
import { DialogFocusContext, markFirst, topDialogOf, useDialogFocus } from './dialog-focus.ts';
import { useFocusBack } from './focus-place.ts';
import { usePageMark } from './page-mark.ts';
import { useTypedText } from './typed-text.ts';
import { useLeaving } from './unsaved.ts';

interface DialogProps extends Pick<ModalProps, 'size' | 'padding' | 'classNames'> {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/**
 * A dialog of the window, open as long as it is mounted. The keyboard focus stays in it, and
 * returns to its former place. Closing it, or going elsewhere, asks before typed text is lost; only
 * its own "Cancel" does not.
 */
export function Dialog({ title, onClose, children, ...look }: DialogProps) {
  const { t } = useTexts();
  const { close, content } = useContent({ onClose, children });
  return (
    <Modal
      opened
      onClose={close}
      title={title}
      closeButtonProps={{ 'aria-label': t('app.close') }}
      {...look}
    >
      {content}
    </Modal>
  );
}

interface BareDialogProps extends DialogProps {
  /** Its distance from the window's top; centred without it. */
  readonly top?: string;
  /** Whether the focus returns to the field in use before it, not to the button that opened it. */
  readonly returnsToField?: boolean;
}

/** A dialog without a header; its title names it for screen readers. */
export function BareDialog(props: BareDialogProps) {
  const { title, onClose, children, top, returnsToField, ...look } = props;
  const { close, content } = useContent({ onClose, children, returnsToField });
  return (
    <Modal.Root
      opened
      onClose={close}
      lockScroll={false}
      centered={top === undefined}
      {...(top === undefined ? {} : { yOffset: top })}
      radius="lg"
      padding="lg"
      classNames={{ inner: 'z-modal-inner' }}
      {...look}
    >
      <Modal.Overlay />
      <Modal.Content aria-label={title}>
        <Modal.Body>{content}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

interface ContentProps extends Pick<DialogProps, 'onClose' | 'children'> {
  readonly returnsToField?: boolean | undefined;
}

/** What is in a dialog, and what closes it: Escape, its "x" and a click beside it. */
function useContent({ onClose, children, returnsToField }: ContentProps) {
  const { t } = useTexts();
  const [box, setBox] = useState<HTMLDivElement | null>(null);
  const focus = useDialogFocus(box);
  const leaving = useLeaving(useTypedText(box), onClose);
  useFocusBack(returnsToField);
  usePageMark('dialogs');
  const take = useCallback((element: HTMLDivElement | null) => {
    if (element !== null) markFirst(element);
    setBox(element);
  }, []);
  const content = (
    <DialogFocusContext value={focus}>
      <div className="z-contents" ref={take}>
        {children}
      </div>
      {leaving.isAsking ? <UnsavedDialog leaving={leaving} text={t('unsaved.typed')} /> : null}
    </DialogFocusContext>
  );
  const close = () => {
    // Every open dialog hears of Escape; it is meant for the top one.
    if (box === null || topDialogOf(box) !== null) leaving.close();
  };
  return { close, content };
}

interface UnsavedDialogProps {
  readonly leaving: Pick<ReturnType<typeof useLeaving>, 'stay' | 'leave'>;
  /** What is lost. */
  readonly text: string;
  /** The reason why it could not be saved. */
  readonly refusal?: ReactNode;
  /** The button that saves, where the question can do it. */
  readonly save?: ReactNode;
}

/** Asks before unsaved text is lost. Without a header: the dialog below has one. */
export function UnsavedDialog({ leaving, text, refusal, save }: UnsavedDialogProps) {
  const { t } = useTexts();
  return (
    <BareDialog title={t('unsaved.title')} onClose={leaving.stay} size="lg" returnsToField>
      <div className="z-form" data-testid="unsaved-dialog">
        <h2 className="z-modal-title">{t('unsaved.title')}</h2>
        <p>{text}</p>
        {refusal}
        <div className="z-form-actions z-form-actions-end">
          <Button
            variant="default"
            color="red"
            onClick={leaving.leave}
            data-testid="unsaved-discard"
          >
            {t('unsaved.discard')}
          </Button>
          <Button
            variant={save === undefined ? 'filled' : 'default'}
            onClick={leaving.stay}
            {...(save === undefined ? { 'data-autofocus': true } : {})}
          >
            {t('unsaved.stay')}
          </Button>
          {save}
        </div>
      </div>
    </BareDialog>
  );
}
