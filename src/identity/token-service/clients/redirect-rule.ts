/** Printable ASCII without space, backslash and fragment: nothing that a browser would interpret differently. */
const plainAddress = /^[\x21\x22\x24-\x5b\x5d-\x7e]+$/;

/** Two consecutive dots, percent-encoded or not: browsers resolve both. */
const parentSegment = /(\.|%2e){2}/i;

/**
 * Whether a redirect address is registered. A registered address without `*` matches exactly; one that ends in `/*`
 * matches every path and query below it, and itself without the slash. Addresses are compared as sent, without
 * decoding.
 */
export function isRegisteredRedirect(registered: readonly string[], address: string): boolean {
  if (!plainAddress.test(address) || parentSegment.test(address)) return false;
  return registered.some((entry) => matches(entry, address));
}

function matches(entry: string, address: string): boolean {
  if (!entry.endsWith('/*')) return entry === address;
  const prefix = entry.slice(0, -1);
  return address.startsWith(prefix) || address === prefix.slice(0, -1);
}

/**
 * Below these paths the service sends browsers on to other clients and to data providers. A browser carries the fragment
 * of an address along, which may have a code in it.
 */
const sendingOn = new Set(['realms', 'auth', 'v1']);

const decoded = (segment: string): string => {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
};

const segments = (path: string): string[] =>
  path.split('/').filter((segment) => !['', '.'].includes(segment));

/** Whether an address is one of the service that sends browsers on: no client may have its answers sent there. */
export function sendsOn(baseUrl: string, address: string): boolean {
  if (!URL.canParse(address)) return false;
  const [base, { host, pathname }] = [new URL(baseUrl), new URL(address)];
  const first = segments(pathname)[segments(base.pathname).length];
  return host === base.host && first !== undefined && sendingOn.has(decoded(first).toLowerCase());
}

const exactAddress = /^[a-z][a-z0-9+.-]*:[^*]+$/i;
const addressesBelow = /^[a-z][a-z0-9+.-]*:\/\/[^/?#@*]+(\/[^?#*]*)?\/\*$/i;

/** Schemes whose addresses are content: a browser would run it with the rights of our pages. */
const contentScheme = /^(javascript|data|vbscript|blob):/i;

/** Whether an address can be registered: exact, or everything below a scheme, a host and optionally a path. */
export const mayBeRegistered = (entry: string): boolean =>
  plainAddress.test(entry) &&
  !contentScheme.test(entry) &&
  !parentSegment.test(entry) &&
  (exactAddress.test(entry) || addressesBelow.test(entry)) &&
  URL.canParse(entry);
