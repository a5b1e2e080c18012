import { createContext, use } from 'react';

/** Opens the command palette; provided by the shell. */
export const PaletteContext = createContext<() => void>(() => undefined);

export const useOpenPalette = (): (() => void) => use(PaletteContext);
