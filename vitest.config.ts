import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts', 'test/**/*.test.tsx'],
    environment: 'node',
    // Two cores: two workers, each file in a process of its own because native parts and worker
    // threads are real.
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 180_000,
    hookTimeout: 120_000,
    // What a screen comes to show is waited for as long as a slow machine needs.
    expect: { poll: { timeout: 10_000 } },
  },
});
