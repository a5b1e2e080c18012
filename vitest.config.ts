import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { isSoak } from './test/rounds.ts';

/** Processes started by tests compile the sources once, not each time. */
const compiled = fileURLToPath(new URL('.build/compiled', import.meta.url));

const stateFolder = fileURLToPath(new URL('.build/state', import.meta.url));

/** Files that mock a module: other files in the same process would get the mock. */
const replacing = globSync('test/**/*.test.ts').filter((file) =>
  readFileSync(file, 'utf8').includes('vi.mock('),
);

/**
 * The program in Electron's place is for Linux. The real one, which the hosted workflow names, runs
 * the same scenarios on each system.
 */
const hasDesktop = process.platform === 'linux' || process.env.ZUBI_REAL_ELECTRON === '1';

/**
 * A folder of tests. Its files run in processes that are used again, so a file puts back what it
 * changes. Threads would not do: one that ends while another loads libxml2 ends the process.
 */
function ring(name: string, testTimeout: number): TestProjectInlineConfiguration {
  return {
    extends: true,
    test: {
      name,
      include: [`test/${name}/**/*.test.ts`],
      exclude: [...replacing, ...(isSoak ? [] : ['**/*.soak.test.ts'])],
      testTimeout: testTimeout * (isSoak ? 20 : 1),
    },
  };
}

export default defineConfig({
  test: {
    environment: 'node',
    // A made-up module: without its program, Electron's own one is only a path.
    alias: {
      electron: fileURLToPath(new URL('test/unit/desktop/fake-electron.ts', import.meta.url)),
    },
    // It imports `electron` too.
    server: { deps: { inline: ['electron-store'] } },
    pool: 'forks',
    isolate: false,
    // Two cores: two workers; a third gains nothing. Rings run in the order of their names, the
    // shortest files last, so both are busy to the end.
    maxWorkers: 2,
    hookTimeout: 60_000,
    // No test writes into the user's own state folder.
    env: { NODE_COMPILE_CACHE: compiled, ZUBI_STATE: stateFolder },
    // Waits for a screen last as long as a slow machine needs.
    expect: { poll: { timeout: 10_000 } },
    testTimeout: 30_000,
    projects: [
      ring('conformance', 60_000),
      ...(hasDesktop ? [ring('desktop', 120_000)] : []),
      ring('e2e', 120_000),
      ring('integration', 120_000),
      ring('unit', 30_000),
      {
        extends: true,
        test: {
          name: 'alone',
          include: replacing,
          isolate: true,
        },
      },
    ],
  },
});
