import { join } from 'node:path';
import { defineConfig } from 'vite';
import { root } from './checkout.mjs';

/** The bridge as one CommonJS file: a sandboxed preload can require `electron` and nothing else. */
export default defineConfig({
  root: join(root, 'preload'),
  publicDir: false,
  build: {
    outDir: join(root, 'dist', 'preload'),
    emptyOutDir: true,
    minify: false,
    target: 'node24',
    lib: {
      entry: join(root, 'preload', 'preload.ts'),
      formats: ['cjs'],
      fileName: () => 'preload.cjs',
    },
    rolldownOptions: { external: ['electron'] },
  },
});
