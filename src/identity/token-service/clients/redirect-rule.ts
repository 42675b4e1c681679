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
