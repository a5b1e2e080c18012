import { expect, it, vi } from 'vitest';
import { pressOnce } from '../../../renderer/ui/press-once.ts';

it('a double click and a held Enter press once; a held Tab goes on', () => {
  const act = vi.fn();
  const { onClick, onKeyDown } = pressOnce(act);
  for (const detail of [1, 2]) onClick({ detail } as Parameters<typeof onClick>[0]);
  expect(act).toHaveBeenCalledTimes(1);
  const preventDefault = vi.fn();
  const hold = (key: string) =>
    onKeyDown({ key, repeat: true, preventDefault } as unknown as Parameters<typeof onKeyDown>[0]);
  hold('Tab');
  expect(preventDefault).not.toHaveBeenCalled();
  hold('Enter');
  expect(preventDefault).toHaveBeenCalledTimes(1);
});
