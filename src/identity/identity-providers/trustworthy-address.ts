const loopbackHosts = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Whether nobody can read or change traffic to an address: https, or localhost. */
export function isTrustworthy(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, username, password } = new URL(address);
  if (username !== '' || password !== '') return false;
  return protocol === 'https:' || (protocol === 'http:' && loopbackHosts.has(hostname));
}
