import type { Page } from 'playwright-core';

/**
 * Counts a person's actions in the window itself: mouse and key presses (without modifier keys),
 * drops, and typed values.
 */
export async function countGestures(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const counts = window as unknown as { gestures: number };
    counts.gestures = 0;
    const add = () => {
      counts.gestures += 1;
    };
    const accompanying = ['Control', 'Shift', 'Alt', 'Meta'];
    let isTyping = false;
    window.addEventListener('pointerdown', (event) => void (event.isTrusted && add()), true);
    window.addEventListener('drop', add, true);
    window.addEventListener(
      'keydown',
      (event) => {
        isTyping = event.key.length === 1;
        if (!accompanying.includes(event.key)) add();
      },
      true,
    );
    window.addEventListener(
      'input',
      ({ target }) => {
        const isText = target instanceof HTMLInputElement && !/radio|checkbox/.test(target.type);
        if (isText && !isTyping) add();
      },
      true,
    );
  });
  return () => page.evaluate(() => (window as unknown as { gestures: number }).gestures);
}
