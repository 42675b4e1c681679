import { resolve } from 'node:path';
import { build } from 'esbuild';

/**
 * Bundles the browser code of a page, with its styles and fonts, into one script and one style sheet. Both are whole: the
 * page loads nothing else, from nowhere else. The licenses of what is in them go into `*.LEGAL.txt`.
 */
async function buildPage(projectFolder: string, entryPoint: string, outdir: string): Promise<void> {
  await build({
    absWorkingDir: projectFolder,
    entryPoints: [entryPoint],
    outdir,
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

/** The pages that run scripts of ours: `/explorer` and `/invitations`. */
async function buildPages(projectFolder: string): Promise<void> {
  await buildPage(projectFolder, 'src/explorer/browser/explorer.tsx', 'dist/public/explorer');
  await buildPage(projectFolder, 'src/invitation-page/browser/invitations.tsx', 'dist/public/invitations');
}

void buildPages(resolve(process.cwd()));
