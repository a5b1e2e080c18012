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

/** A screen, as far as a window's place is concerned. */
export interface Screen {
  readonly id: number;
  readonly workArea: Area;
}

/** The place that was kept last, and those of each screen. */
export interface KeptPlaces {
  readonly window?: WindowPlace | undefined;
  readonly windows?: Readonly<Record<string, WindowPlace>> | undefined;
}

/**
 * Where the window opens: where it was, or, when that screen has gone, where it was last on one
 * that is there; else in the middle of the first, no larger than that.
 */
export function choosePlace(kept: KeptPlaces, screens: readonly Screen[]): WindowPlace {
  const last = kept.window ?? usualPlace;
  const areas = screens.map(({ workArea }) => workArea);
  if (last.x !== null && fitsOn(areas, last)) return last;
  const known = screens.flatMap(({ id, workArea }) => {
    const place = kept.windows?.[id];
    return place !== undefined && fitsOn([workArea], place) ? [place] : [];
  });
  const { width, height } = areas[0] ?? last;
  const middle = { width: Math.min(last.width, width), height: Math.min(last.height, height) };
  return known[0] ?? { ...last, ...middle, x: null, y: null };
}

/** What to keep of a window on a screen. */
export function keepPlace({ windows }: KeptPlaces, place: WindowPlace, screenId: number) {
  return { window: place, windows: { ...windows, [screenId]: place } };
}
