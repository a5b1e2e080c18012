import type { WatchedFolder } from '../../../contract/methods/watching.ts';
import type { Tone } from '../../ui/pill.tsx';

export const folderTones: Readonly<Record<WatchedFolder['state'], Tone>> = {
  watching: 'green',
  away: 'amber',
  too_large: 'red',
  off: 'grey',
};
