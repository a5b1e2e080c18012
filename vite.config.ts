import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { themeStyles } from './renderer/theme/theme-styles.ts';

const themeModule = 'virtual:zubi-theme.css';

/**
 * The theme's CSS variables as a stylesheet of the build: the window's content security policy
 * forbids `<style>` elements, so Mantine may not write them at run time.
 */
function themeStylesheet(): Plugin {
  return {
    name: 'zubi-theme-stylesheet',
    resolveId: (id) => (id === themeModule ? `\0${themeModule}` : undefined),
    load: (id) => (id === `\0${themeModule}` ? themeStyles() : undefined),
  };
}

export default defineConfig({
  root: fileURLToPath(new URL('./renderer', import.meta.url)),
  base: './',
  plugins: [react(), themeStylesheet()],
  build: {
    outDir: fileURLToPath(new URL('./dist/renderer', import.meta.url)),
    emptyOutDir: true,
    // The licences of all bundled code, for the installers.
    license: { fileName: 'third-party-licenses.md' },
    // Images and fonts stay files: `data:` addresses are forbidden by the policy.
    assetsInlineLimit: 0,
    // The polyfill would be an inline script.
    modulePreload: { polyfill: false },
    target: 'es2024',
    chunkSizeWarningLimit: 1500,
  },
});
