import { z } from 'zod';

/** The window's place when it was last closed, in screen pixels; without one it is centred. */
export const windowPlaceSchema = z.object({
  width: z.number().int().min(200).max(16_384),
  height: z.number().int().min(200).max(16_384),
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

type Area = Readonly<Record<'x' | 'y' | 'width' | 'height', number>>;

/** Whether enough of the title bar would lie on a screen to drag it. */
export function fitsOn(areas: readonly Area[], { x, y, width }: WindowPlace): boolean {
  if (x === null || y === null) return true;
  const hold = 80;
  return areas.some((area) => {
    const across = x + width >= area.x + hold && x <= area.x + area.width - hold;
    return across && y >= area.y && y <= area.y + area.height - hold;
  });
}

/** A screen, for the window's place. */
interface Screen {
  readonly id: number;
  readonly workArea: Area;
}

/** The last place, and the last one on each screen. */
export interface KeptPlaces {
  readonly window?: WindowPlace | undefined;
  readonly windows?: Readonly<Record<string, WindowPlace>> | undefined;
}

/**
 * The window's place: the last one; when that screen has gone, the last on a present screen; else
 * the middle of the first, no larger than that.
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

/**
 * How small a person may make the window: it must fit on every screen. A laptop at 125 % has less
 * than 640 points above its taskbar.
 */
export function smallestSize(screens: readonly Screen[]) {
  const areas = screens.map(({ workArea }) => workArea);
  return {
    minWidth: Math.min(960, ...areas.map(({ width }) => width)),
    minHeight: Math.min(640, ...areas.map(({ height }) => height)),
  };
}

/** The data to keep of a window on a screen. */
export function keepPlace({ windows }: KeptPlaces, place: WindowPlace, screenId: number) {
  return { window: place, windows: { ...windows, [screenId]: place } };
}
