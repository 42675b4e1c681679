import type { LockFile } from './package-licenses';

const mostPackages = 300;

/** Whether a package without a list is for all, as npm reads it. */
const includes = (list: string[] | undefined, one: string): boolean => list?.includes(one) ?? true;

/** Says so when more packages are installed with the service, on Linux with glibc and an x64 processor, than there should be. */
export function findTooManyPackages({ packages }: LockFile): string[] {
  const installed = Object.entries(packages).filter(
    ([path, { dev, link, os, cpu, libc }]) =>
      path.includes('node_modules/') &&
      !dev &&
      !link &&
      includes(os, 'linux') &&
      includes(cpu, 'x64') &&
      includes(libc, 'glibc'),
  );
  if (installed.length <= mostPackages) return [];
  return [
    `${installed.length} packages are installed with the service, more than ${mostPackages}; docs/internals.md says how to leave some out.`,
  ];
}
