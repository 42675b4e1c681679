import { existsSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

/**
 * The compiled file of a thread, which lies next to the code that starts it. Where that code runs from its source, as in
 * tests, it is the file in the build.
 */
export function threadFile(folder: string, name: string): string {
  const beside = join(folder, name);
  return existsSync(beside) ? beside : resolve('dist', relative(resolve('.'), beside));
}
