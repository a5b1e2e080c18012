import { notifications } from '@mantine/notifications';
import { useCallback, useEffect } from 'react';
import type { Language } from '../../contract/choices.ts';
import { useTexts } from '../texts.ts';
import { NoteAct } from './note-act.tsx';

/** A short note over the page: `good` disappears after a while, `bad` stays until it is closed. */
interface Note {
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
  const { t, formats } = useTexts();
  const { language } = formats;
  return useCallback(
    ({ tone, title, lines, link, act, name, stays = false }: Note) => {
      const same = name ?? JSON.stringify([tone, title, lines]);
      const isBrief = tone !== 'bad' && !stays;
      notifications.hide(same);
      const id = notifications.show({
        color: colours[tone],
        autoClose:
          isBrief && (act?.forMs ?? (link === undefined && title === undefined ? 5000 : 10_000)),
        ...(title === undefined ? {} : { title }),
        id: same,
        // An action is offered for a while only: it must not queue behind notes that stay.
        priority: act === undefined ? 0 : 1,
        'data-acts': act !== undefined,
        message: (
          <>
            <NoteLines {...{ id: same, language, lines }} isBrief={isBrief && act === undefined} />
            {act === undefined ? null : (
              <NoteAct
                noteId={same}
                text={act.text}
                onAct={() => {
                  notifications.hide(id);
                  act.onAct();
                }}
              />
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
    [t, language],
  );
}

interface NoteLinesProps extends Pick<Note, 'lines'> {
  readonly id: string;
  /** The language of its lines. */
  readonly language: Language;
  /** Whether it disappears after a while and offers no action. */
  readonly isBrief: boolean;
}

/**
 * A note's text. In another language a short one disappears at once; any other says its language.
 */
function NoteLines({ id, language, lines, isBrief }: NoteLinesProps) {
  const isForeign = useTexts().formats.language !== language;
  useEffect(() => {
    if (isForeign && isBrief) notifications.hide(id);
  }, [id, isForeign, isBrief]);
  return (
    <div lang={isForeign ? language : undefined}>
      {lines.map((line) => (
        <div key={line}>{line}</div>
      ))}
    </div>
  );
}
