import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Result } from './result-table';

const mostPackages = 300;
/** Mebibytes. */
const mostMemory = 150;
const block = 512;

/** What is installed with the service, without the tools for its development. */
export function benchInstalled(): Result[] {
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, { dev?: boolean; link?: boolean }>;
  };
  const folders = Object.entries(lock.packages)
    .filter(([place, { dev, link }]) => place.includes('node_modules/') && !dev && !link && existsSync(place))
    .map(([place]) => place);
  const bytes = folders.map(sizeOnDisk).reduce((sum, size) => sum + size, 0);
  return [
    {
      what: 'packages installed with the service',
      goal: `<= ${mostPackages}`,
      measured: `${folders.length}`,
      figures: '',
    },
    {
      what: 'their size on disk',
      goal: `<= ${mostMemory} MiB`,
      measured: `${(bytes / 1024 / 1024).toFixed(0)} MiB`,
      figures: '',
    },
  ];
}

/** Bytes of a package on disk, without the packages within it. */
function sizeOnDisk(folder: string): number {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => name !== 'node_modules')
    .map((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? sizeOnDisk(path) : statSync(path).blocks * block;
    })
    .reduce((sum, size) => sum + size, statSync(folder).blocks * block);
}
