import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';

/** An address without what some proxies add: its port, and the brackets of IPv6. */
const withoutPort = (address: string): string =>
  /^\[(.*)\](:\d+)?$/.exec(address)?.[1] ?? address.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1');

const forwardedAddresses = (headers: IncomingMessage['headers']): string[] =>
  [headers['x-forwarded-for'] ?? []]
    .flat()
    .join(',')
    .split(',')
    .map((text) => withoutPort(text.trim()));

/**
 * Removes the ports that some proxies write into `X-Forwarded-For`: with them, each connection would count as a network
 * of its own.
 */
export const dropForwardedPorts: RequestHandler = ({ headers }, _response, next) => {
  const forwarded = headers['x-forwarded-for'];
  if (forwarded?.includes(':')) headers['x-forwarded-for'] = forwardedAddresses(headers).join(',');
  next();
};

/**
 * The address of a caller, computed like Express's `request.ip`, for requests that do not pass through Express. It
 * trusts the configured number of proxies.
 */
export function callerAddress({ socket, headers }: IncomingMessage, trustedProxies: number): string {
  const addresses = [socket.remoteAddress ?? '', ...forwardedAddresses(headers).reverse()];
  const known = addresses.filter((address, index) => index === 0 || address !== '');
  return known[Math.min(trustedProxies, known.length - 1)] ?? '';
}
