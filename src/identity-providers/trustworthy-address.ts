const loopbackHosts = new Set(['localhost', '127.0.0.1', '[::1]']);

/** True for an address whose answers nobody on the way can read or change: https, or this machine itself. */
export function isTrustworthy(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, username, password } = new URL(address);
  if (username !== '' || password !== '') return false;
  return protocol === 'https:' || (protocol === 'http:' && loopbackHosts.has(hostname));
}
