import { build } from 'esbuild';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';

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
 * Files of packages that are served or read as they are. The packages have ten times as many bytes, so the service has
 * copies instead.
 */
const copied: Record<string, { package: string; files: readonly string[] }> = {
  'api-reference': {
    package: 'swagger-ui-dist',
    files: [
      'swagger-ui-bundle.js',
      'swagger-ui-bundle.js.LICENSE.txt',
      'swagger-ui.css',
      'LICENSE',
      'NOTICE',
    ],
  },
  fonts: {
    package: 'dejavu-fonts-ttf',
    files: ['ttf/DejaVuSans.ttf', 'ttf/DejaVuSans-Bold.ttf', 'LICENSE'],
  },
};

/**
 * Bundles the browser code of each page, with its styles and fonts, into one script and one style sheet. The page loads
 * nothing else. The licenses of bundled packages go to `*.LEGAL.txt`. Fonts and Swagger UI are copied.
 *
 * @returns the contents of each file, by its path from the root of the project
 */
export async function bundlePages(): Promise<Map<string, Uint8Array>> {
  const bundles = await Promise.all(
    Object.entries(pages).map(([page, entryPoint]) => bundle(entryPoint, `${bundlesFolder}/${page}`)),
  );
  const prefix = `${process.cwd()}/`;
  return new Map([
    ...bundles.flat().map(({ path, contents }) => [path.replace(prefix, ''), contents] as const),
    ...copies(),
  ]);
}

function copies(): [string, Uint8Array][] {
  const { resolve } = createRequire(__filename);
  return Object.entries(copied).flatMap(([folder, { package: name, files }]) => {
    const source = dirname(resolve(`${name}/package.json`));
    return files.map((file): [string, Uint8Array] => [
      `${bundlesFolder}/${folder}/${basename(file)}`,
      readFileSync(join(source, file)),
    ]);
  });
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
