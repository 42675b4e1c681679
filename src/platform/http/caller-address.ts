import type { IncomingMessage } from 'node:http';

/**
 * The address of a caller, computed like Express's `request.ip`, for requests that do not pass through Express. It
 * trusts the configured number of proxies.
 */
export function callerAddress({ socket, headers }: IncomingMessage, trustedProxies: number): string {
  const forwarded = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',');
  const addresses = [socket.remoteAddress ?? '', ...forwarded.map((text) => text.trim()).reverse()];
  const known = addresses.filter((address, index) => index === 0 || address !== '');
  return known[Math.min(trustedProxies, known.length - 1)] ?? '';
}
