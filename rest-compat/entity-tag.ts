import { createHash } from 'node:crypto';
import { badInput } from '../src/platform/errors';
import type { RestRequest } from './route';

/** The header for conditional changes, for the descriptions of routes. */
export const ifMatch = {
  'If-Match': {
    description:
      'The ETag of an earlier response: nothing is changed if somebody has edited it since, and the response is 412.',
  },
};

/**
 * The ETag of a response: the version that `If-Match` is compared with, and a digest of the body, because parts of it
 * change without anybody editing them.
 */
export function entityTag(version: string, body: string | Buffer): string {
  const digest = createHash('sha256').update(body).digest('base64url').slice(0, 22);
  return `"${version}.${digest}"`;
}

/** The version in `If-Match`; undefined without the header, and for `*`, which any version matches. */
export function expectedVersion({ header }: RestRequest): string | undefined {
  const sent = header('If-Match')?.trim();
  if (sent === undefined || sent === '*') return undefined;
  if (sent.includes(',')) throw badInput('The header If-Match takes one entity tag.');
  return /^"([\w-]+)\.[\w-]+"$/.exec(sent)?.[1] ?? '';
}
