import { z } from 'zod';

/** Where the window was when it was last closed, in screen pixels; no place means the middle. */
export const windowPlaceSchema = z.object({
  width: z.number().int().min(640).max(16_384),
  height: z.number().int().min(480).max(16_384),
  x: z.number().int().nullable(),
  y: z.number().int().nullable(),
  maximized: z.boolean(),
});
export type WindowPlace = z.infer<typeof windowPlaceSchema>;

export const usualPlace: WindowPlace = {
  width: 1360,
  height: 850,
  x: null,
  y: null,
  maximized: false,
};

interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Whether enough of the window's title bar would lie on one of the screens to take hold of it. */
export function fitsOn(areas: readonly Area[], { x, y, width }: WindowPlace): boolean {
  if (x === null || y === null) return true;
  const hold = 80;
  return areas.some((area) => {
    const across = x + width >= area.x + hold && x <= area.x + area.width - hold;
    return across && y >= area.y && y <= area.y + area.height - hold;
  });
}
