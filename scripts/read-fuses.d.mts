/** The fuses in the order of the wire, and how each must stand in a packed Zubi. */
export const requiredFuses: Readonly<Record<string, boolean>>;

export interface FuseWire {
  readonly version: number | undefined;
  readonly fuses: readonly (boolean | 'removed' | 'inherit' | 'unknown')[];
}

/** The wires in a binary's bytes. Throws when one is cut off. */
export function findFuseWires(binary: Uint8Array): FuseWire[];

/** What is wrong with a binary's fuses, as lines; empty when all are as they must be. */
export function findFuseFaults(binary: Uint8Array): string[];
