/** A time as text for a file's name: it sorts by time. */
export const stampOf = (at: Date): string => at.toISOString().replaceAll(/[:.]/g, '-');
