import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useCallback } from 'react';
import { useTexts } from '../texts.ts';

/** A short note over the page: `good` goes away by itself, `bad` stays until it is closed. */
export interface Note {
  readonly tone: 'good' | 'plain' | 'bad';
  readonly title?: string;
  readonly lines: readonly string[];
  /** Its link. */
  readonly link?: { readonly href: string; readonly text: string };
  /** Its action, and for how long. */
  readonly act?: { readonly text: string; readonly forMs: number; readonly onAct: () => void };
  /** Whether it stays until it is closed, though it is not bad. */
  readonly stays?: boolean;
  /** A note of the same name replaces the one before. */
  readonly name?: string;
}

const colours = { good: 'sea', plain: 'gray', bad: 'red' } as const;

/** Shows a note over the page; one with the same text replaces another. */
export function useNotify(): (note: Note) => void {
  const { t } = useTexts();
  return useCallback(
    ({ tone, title, lines, link, act, name, stays = false }: Note) => {
      const same = name ?? JSON.stringify([tone, title, lines]);
      notifications.hide(same);
      const id = notifications.show({
        color: colours[tone],
        autoClose:
          tone === 'bad' || stays ? false : (act?.forMs ?? (link === undefined ? 5000 : 10_000)),
        ...(title === undefined ? {} : { title }),
        id: same,
        message: (
          <>
            {lines.map((line) => (
              <div key={line}>{line}</div>
            ))}
            {act === undefined ? null : (
              <Button
                variant="default"
                size="compact-sm"
                data-testid="note-act"
                onClick={() => {
                  notifications.hide(id);
                  act.onAct();
                }}
              >
                {act.text}
              </Button>
            )}
            {link === undefined ? null : (
              <a href={link.href} onClick={() => notifications.hide(id)}>
                {link.text}
              </a>
            )}
          </>
        ),
        closeButtonProps: { 'aria-label': t('app.close') },
      });
    },
    [t],
  );
}
