import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { chooseDataFolder } from '../../../main/hosts/host.ts';

const home = resolve('/home/miren');
const at = (platform: NodeJS.Platform, env: Record<string, string> = {}) => ({
  platform,
  env,
  home,
  folder: resolve('/work-folder'),
});

describe('the data folder', () => {
  it('is the given one, then that of the variable, then the default', () => {
    const surroundings = at('linux', { ZUBI_DATA: 'of-variable' });
    expect(chooseDataFolder('given', surroundings)).toBe(resolve('/work-folder/given'));
    expect(chooseDataFolder(null, surroundings)).toBe(resolve('/work-folder/of-variable'));
    expect(chooseDataFolder(null, at('linux', { ZUBI_DATA: ' ' }))).toBe(
      join(home, '.local', 'share', 'zubi'),
    );
  });

  it.each([
    ['linux', {}, join(home, '.local', 'share', 'zubi')],
    ['linux', { XDG_DATA_HOME: resolve('/data') }, join(resolve('/data'), 'zubi')],
    ['linux', { XDG_DATA_HOME: 'relative' }, join(home, '.local', 'share', 'zubi')],
    ['darwin', {}, join(home, 'Library', 'Application Support', 'Zubi')],
    ['win32', { APPDATA: resolve('/roaming') }, join(resolve('/roaming'), 'Zubi')],
    ['win32', {}, join(home, 'AppData', 'Roaming', 'Zubi')],
    [
      'win32',
      { APPDATA: '\\\\server\\miren\\AppData', LOCALAPPDATA: resolve('/local') },
      join(resolve('/local'), 'Zubi', 'Data'),
    ],
  ] as const)('is by default where %s keeps application data (%j)', (platform, env, expected) => {
    expect(chooseDataFolder(null, at(platform, env))).toBe(expected);
  });
});
