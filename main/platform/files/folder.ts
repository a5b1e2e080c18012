import { join } from 'node:path';

/** Where received bytes wait until they are used. */
export const incomingFolder = (dataFolder: string): string => join(dataFolder, 'incoming');
