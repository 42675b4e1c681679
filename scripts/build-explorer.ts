import { resolve } from 'node:path';
import { build } from 'esbuild';

/**
 * Bundles the browser code of `/explorer`, with its styles and fonts, into `explorer.js` and `explorer.css`. Both are
 * whole: the page loads nothing else, from nowhere else. The licenses of what is in them go into `*.LEGAL.txt`.
 */
async function buildExplorer(projectFolder: string): Promise<void> {
  await build({
    absWorkingDir: projectFolder,
    entryPoints: ['src/explorer/browser/explorer.tsx'],
    outdir: 'dist/public/explorer',
    tsconfig: 'src/explorer/browser/tsconfig.json',
    bundle: true,
    minify: true,
    format: 'iife',
    platform: 'browser',
    target: ['es2022', 'chrome111', 'firefox121', 'safari16.4'],
    define: { 'process.env.NODE_ENV': '"production"' },
    legalComments: 'linked',
    logLevel: 'warning',
  });
}

void buildExplorer(resolve(process.cwd()));
