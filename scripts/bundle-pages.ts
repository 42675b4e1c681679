import { build } from 'esbuild';

/** Where the bundles lie, from the root of the project. They are checked in: whoever runs the service needs no bundler. */
export const bundlesFolder = 'public';

/** The pages that run scripts of ours, `/explorer` and `/invitations`: the folder of the bundle, and where it begins. */
const pages = {
  explorer: 'src/explorer/browser/explorer.tsx',
  invitations: 'src/invitation-page/browser/invitations.tsx',
};

/**
 * Bundles the browser code of each page, with its styles and fonts, into one script and one style sheet. Both are whole:
 * the page loads nothing else, from nowhere else. The licenses of what is in them go into `*.LEGAL.txt`.
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
