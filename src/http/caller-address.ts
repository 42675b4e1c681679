import type { IncomingMessage } from 'node:http';

/**
 * Where a request came from, as Express finds it (`request.ip`) for requests that do not pass through it: so many
 * proxies in front are believed what they say of whom they speak for.
 */
export function callerAddress({ socket, headers }: IncomingMessage, trustedProxies: number): string {
  const forwarded = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',');
  const addresses = [socket.remoteAddress ?? '', ...forwarded.map((text) => text.trim()).reverse()];
  const known = addresses.filter((address, index) => index === 0 || address !== '');
  return known[Math.min(trustedProxies, known.length - 1)] ?? '';
}
