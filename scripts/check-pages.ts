import { existsSync, readFileSync } from 'node:fs';
import { bundlePages } from './bundle-pages';

/** Fails if the checked-in bundles are out of date. */
async function checkBundles(): Promise<void> {
  const files = await bundlePages();
  const stale = [...files].filter(
    ([file, content]) => !existsSync(file) || !readFileSync(file).equals(content),
  );
  if (stale.length === 0) return;
  const names = stale.map(([file]) => file).join('\n  ');
  console.error(`These files are stale; run npm run pages and commit what it writes:\n  ${names}`);
  process.exitCode = 1;
}

checkBundles().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
