import { build } from 'esbuild';

/**
 * Paths of the bundles, relative to the root of the project. They are checked in, so running the service needs no
 * bundler.
 */
export const bundlesFolder = 'public';

/** The pages with scripts, `/explorer` and `/invitations`: folder of the bundle, and entry point. */
const pages = {
  explorer: 'src/explorer/browser/explorer.tsx',
  invitations: 'src/invitation-page/browser/invitations.tsx',
};

/**
 * Bundles the browser code of each page, with its styles and fonts, into one script and one style sheet. The page loads
 * nothing else. The licenses of bundled packages go to `*.LEGAL.txt`.
 *
 * @returns the contents of each file, by its path from the root of the project
 */
export async function bundlePages(): Promise<Map<string, string>> {
  const bundles = await Promise.all(
    Object.entries(pages).map(([page, entryPoint]) => bundle(entryPoint, `${bundlesFolder}/${page}`)),
  );
  const prefix = `${process.cwd()}/`;
  return new Map(bundles.flat().map(({ path, text }) => [path.replace(prefix, ''), text]));
}

async function bundle(entryPoint: string, outdir: string) {
  const { outputFiles } = await build({
    absWorkingDir: process.cwd(),
    entryPoints: [entryPoint],
    outdir,
    tsconfig: 'src/explorer/browser/tsconfig.json',
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    platform: 'browser',
    target: ['es2022', 'chrome111', 'firefox121', 'safari16.4'],
    define: { 'process.env.NODE_ENV': '"production"' },
    legalComments: 'linked',
    logLevel: 'warning',
  });
  return outputFiles;
}
