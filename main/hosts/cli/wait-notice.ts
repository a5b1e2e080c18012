import { formatMoment } from '../../../contract/formats.ts';
import type { App } from '../../app-options.ts';
import type { Texts } from '../../platform/texts.ts';
import { complain } from './output.ts';

/** A short network failure is not reported. */
const shortestToldMs = 10_000;
/** The same wait, asked for again a moment later, ends a little later. */
const sameEndMs = 5_000;

/**
 * Prints on standard error until when nothing is sent, once per wait: a service may ask for hours
 * of silence. Returns the function that ends it.
 */
export function reportWaits(
  app: Pick<App, 'subscribe'>,
  texts: Texts,
  sentence: 'submit.waits' | 'submit.waitsAndTakesBack',
): () => void {
  let toldMs = 0;
  return app.subscribe((event) => {
    if (event.name !== 'queue.changed' || event.payload.waitingUntil === null) return;
    const { waitingUntil } = event.payload;
    const untilMs = Date.parse(waitingUntil);
    if (untilMs - Date.now() < shortestToldMs || Math.abs(untilMs - toldMs) < sameEndMs) return;
    toldMs = untilMs;
    complain(texts.say(sentence, { when: formatMoment(texts.language, new Date(untilMs)) }));
  });
}
