/** The part of package-lock.json that is checked. */
export interface LockFile {
  packages: Record<string, LockedPackage>;
}

interface LockedPackage {
  license?: string;
  dev?: boolean;
  link?: boolean;
  version?: string;
  /** Systems that it is for; all if missing. */
  os?: string[];
  cpu?: string[];
  libc?: string[];
}

/** Licenses that allow shipping the package with this one, which is Apache-2.0. */
const allowed = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  // Copyleft for changes to its own files only; they are used as they are.
  'MPL-2.0',
  'Python-2.0',
  'Unlicense',
  'Zlib',
]);

/** Packages that do not name a license in the form of SPDX, and the one that their files contain. */
const readByHand: Readonly<Record<string, string>> = {
  buffers: 'MIT',
  chainsaw: 'MIT',
  // The Bitstream Vera license, like MIT, with a rule for changed fonts.
  'dejavu-fonts-ttf': 'MIT',
  'png-js': 'MIT',
};

/** Whether an SPDX expression can be satisfied with allowed licenses: `AND` needs all of them, `OR` one. */
function isAllowed(expression: string): boolean {
  const parts = expression.replace(/[()]/g, '').split(' OR ');
  return parts.some((part) => part.split(' AND ').every((license) => allowed.has(license)));
}

/** Packages that are installed with the service and whose license is unknown or not allowed, one sentence each. */
export function findLicenseProblems({ packages }: LockFile): string[] {
  return Object.entries(packages).flatMap(([path, { license, dev, link }]) => {
    if (path === '' || dev || link) return [];
    const name = path.split('node_modules/').at(-1) ?? path;
    const known = readByHand[name] ?? license;
    if (known === undefined) return [`${name} names no license.`];
    return isAllowed(known) ? [] : [`${name} is licensed under ${known}, which is not allowed.`];
  });
}
