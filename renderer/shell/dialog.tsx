import { Modal, type ModalProps } from '@mantine/core';
import { type ReactNode, useCallback, useState } from 'react';
import { useTexts } from '../texts.ts';
import { DialogFocusContext, markFirst, useDialogFocus } from './dialog-focus.ts';
import { useFocusBack } from './focus-place.ts';
import { usePageMark } from './page-mark.ts';

interface DialogProps extends Pick<ModalProps, 'size' | 'padding' | 'classNames'> {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/**
 * A dialog of the window, open as long as it is mounted. The keyboard focus stays in it, and
 * returns to its former place.
 */
export function Dialog({ title, onClose, children, ...look }: DialogProps) {
  const { t } = useTexts();
  useFocusBack();
  usePageMark('dialogs');
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      closeButtonProps={{ 'aria-label': t('app.close') }}
      {...look}
    >
      <DialogContent>{children}</DialogContent>
    </Modal>
  );
}

interface BareDialogProps extends DialogProps {
  /** Its distance from the window's top; centred without it. */
  readonly top?: string;
}

/** A dialog without a header; its title names it for screen readers. */
export function BareDialog({ title, onClose, children, top, ...look }: BareDialogProps) {
  useFocusBack();
  usePageMark('dialogs');
  return (
    <Modal.Root
      opened
      onClose={onClose}
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
        <Modal.Body>
          <DialogContent>{children}</DialogContent>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

function DialogContent({ children }: { readonly children: ReactNode }) {
  const [box, setBox] = useState<HTMLDivElement | null>(null);
  const take = useCallback((element: HTMLDivElement | null) => {
    if (element !== null) markFirst(element);
    setBox(element);
  }, []);
  return (
    <DialogFocusContext value={useDialogFocus(box)}>
      <div className="z-contents" ref={take}>
        {children}
      </div>
    </DialogFocusContext>
  );
}
