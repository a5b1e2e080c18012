import { type ReactNode, useRef } from 'react';

interface FileChoiceProps {
  /** Whether a folder is chosen instead of files. */
  readonly folder?: boolean;
  /** Whether only one can be chosen. */
  readonly single?: boolean;
  readonly label: string;
  /** Called when the dialog is opened. */
  readonly onOpen?: () => void;
  readonly onFiles: (files: readonly File[]) => void;
  /** Draws the control that opens the dialog. */
  readonly children: (open: () => void) => ReactNode;
  readonly testId: string;
}

/** The system's dialog for files or a folder behind any control. */
export function FileChoice(props: FileChoiceProps) {
  const { folder = false, single = false, label, onOpen, onFiles, children, testId } = props;
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple={!single}
        hidden
        aria-label={label}
        data-testid={testId}
        {...(folder ? { webkitdirectory: '' } : {})}
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])];
          // The same files may be chosen again after they were fixed.
          event.currentTarget.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
      {children(() => {
        onOpen?.();
        input.current?.click();
      })}
    </>
  );
}
