import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { getCACertificates } from 'node:tls';

/** How connections are encrypted, in the form of mysql2: the server must have a certificate for its name. */
export interface Encryption {
  /** Certificates of the authorities that are trusted, in the form PEM. */
  ca: string[];
  verifyIdentity: true;
  rejectUnauthorized: true;
}

/**
 * Reads `tls=true` and `ca=<file>`, the parameters of a `DATABASE_URL`; undefined without encryption. Throws the end of
 * a sentence that begins with the name of the setting. No other parameter is accepted, because one that is ignored could
 * have been meant to protect.
 */
export function readEncryption(query: string): Encryption | undefined {
  // A plus in a path is no space.
  const parameters = new URLSearchParams(query.replaceAll('+', '%2B'));
  const unknown = [...parameters.keys()].find((name) => !['tls', 'ca'].includes(name));
  if (unknown !== undefined) throw new Error(`takes only the parameters tls and ca, not ${unknown}`);
  if (parameters.getAll('tls').some((value) => value !== 'true'))
    throw new Error('takes tls=true, or no tls for no encryption');
  const file = parameters.get('ca');
  if (!parameters.has('tls')) {
    if (file === null) return undefined;
    throw new Error('needs tls=true with ca');
  }
  const ca = file === null ? authoritiesOnMachine() : [readAuthority(file)];
  return { ca, verifyIdentity: true, rejectUnauthorized: true };
}

/** Those of Node.js, those in `NODE_EXTRA_CA_CERTS`, and those of the operating system. */
const authoritiesOnMachine = (): string[] => [
  ...new Set([...getCACertificates('default'), ...getCACertificates('system')]),
];

function readAuthority(file: string): string {
  if (file === '') throw new Error('names no file with ca');
  const text = readText(file);
  try {
    new X509Certificate(text);
  } catch {
    throw new Error(`names ${file} with ca, which has no certificate in the form PEM`);
  }
  return text;
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(`names ${file} with ca, which cannot be read (${code})`, { cause: error });
  }
}
