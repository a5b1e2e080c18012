export function makeGuide(folder: string): void;
