import { type ReactNode, useRef } from 'react';

interface FileChoiceProps {
  readonly folder: boolean;
  /** Whether only one can be chosen. */
  readonly single?: boolean;
  readonly label: string;
  readonly onFiles: (files: readonly File[]) => void;
  /** Draws what opens the dialog. */
  readonly children: (open: () => void) => ReactNode;
  readonly testId: string;
}

/** The system's dialog for files or a folder behind any control. */
export function FileChoice({ folder, single = false, label, onFiles, children, testId }: FileChoiceProps) {
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
          // The same files may be chosen again after they were mended.
          event.currentTarget.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
      {children(() => input.current?.click())}
    </>
  );
}
