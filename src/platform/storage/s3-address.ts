/** A location in an S3-compatible store. */
export interface S3Address {
  bucket: string;
  /** Prefix of all object names: empty, or ending in a slash. */
  prefix: string;
  region: string;
  /** Address of a store other than Amazon's. */
  endpoint?: string;
}

/**
 * Parses `s3://<bucket>[/<prefix>][?region=<region>][&endpoint=<address>]`. Throws a sentence that explains what is
 * wrong.
 */
export function parseS3Address(text: string): S3Address {
  const url = new URL(text);
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(url.host))
    throw new Error('must name a bucket: 3 to 63 lower-case letters, digits, dots and hyphens');
  if (url.username || url.password) throw new Error('must not contain credentials');
  const unknown = [...url.searchParams.keys()].find((name) => !['region', 'endpoint'].includes(name));
  if (unknown !== undefined) throw new Error(`only takes region and endpoint, not ${unknown}`);
  const endpoint = url.searchParams.get('endpoint') ?? undefined;
  if (endpoint !== undefined && !/^https?:$/.test(parseProtocol(endpoint)))
    throw new Error('needs an endpoint that starts with https:// or http://');
  const path = decodeURIComponent(url.pathname).replace(/^\/+|\/+$/g, '');
  return {
    bucket: url.host,
    prefix: path === '' ? '' : `${path}/`,
    region: url.searchParams.get('region') ?? 'us-east-1',
    endpoint,
  };
}

const parseProtocol = (address: string): string => (URL.canParse(address) ? new URL(address).protocol : '');
