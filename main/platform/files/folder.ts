import { join } from 'node:path';

/** Where handed-over bytes wait for their use. */
export const incomingFolder = (dataFolder: string): string => join(dataFolder, 'incoming');
