import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [react(), tailwindcss()],
  resolve: {
    alias: {
      // HTML inside Markdown is shown as text, never parsed, so the HTML parser stays out of the bundle.
      'rehype-raw': fileURLToPath(new URL('./src/markdown/no-raw-html.ts', import.meta.url)),
    },
  },
  build: {
    // The Content-Security-Policy allows no data: addresses and no inline scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2023',
    chunkSizeWarningLimit: 1_600,
    rolldownOptions: {
      output: {
        // Everything for the first screen is one file. By default the bundler splits it by the pages that share a part:
        // once into 35 files, and the whole compresses worse. Small parts that pages share, such as icons, are another
        // file: an answer loaded 32 files of them before.
        codeSplitting: {
          groups: [
            { name: 'shell', tags: ['$initial'], priority: 2 },
            {
              name: 'parts',
              test: /packages.web.src|lucide-react/u,
              minShareCount: 2,
              maxModuleSize: 4_000,
              priority: 1,
            },
          ],
        },
      },
    },
  },
  server: {
    proxy: Object.fromEntries(
      ['/api', '/v1', '/openapi.json'].map((path) => [
        path,
        process.env['IBID_SERVER'] ?? 'http://127.0.0.1:4646',
      ]),
    ),
  },
});
