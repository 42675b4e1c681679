import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { bundlePages, bundlesFolder } from './bundle-pages';

/** Bundles the browser code of the built-in pages. */
async function writeBundles(): Promise<void> {
  const files = await bundlePages();
  rmSync(bundlesFolder, { recursive: true, force: true });
  for (const [file, content] of files) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
}

writeBundles().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
