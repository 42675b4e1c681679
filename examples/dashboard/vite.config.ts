import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Where the dashboard is served; the OAuth client must allow redirects to it. */
const base = '/dashboard/';

export default defineConfig({
  base,
  plugins: [react()],
  // The service names this port where it registers the dashboard.
  server: { port: 5173, strictPort: true },
  build: {
    // The pages' policy allows no data in script addresses, and small files gain nothing by being inlined.
    assetsInlineLimit: 0,
    // In kB: React, the charts and the operations together.
    chunkSizeWarningLimit: 800,
    target: ['es2023', 'chrome120', 'firefox121', 'safari17.4'],
  },
});
