import { lookup, type LookupAddress } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** IPv4 networks without public servers (RFC 6890 and its successors). */
const closedIpv4: [network: string, prefix: number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
];

/** Excluded from the public part of IPv6: addresses that embed IPv4, and documentation ranges. */
const closedIpv6: [network: string, prefix: number][] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

const closed = new BlockList();
for (const [network, prefix] of closedIpv4) closed.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of closedIpv6) closed.addSubnet(network, prefix, 'ipv6');
const publicIpv6 = new BlockList();
publicIpv6.addSubnet('2000::', 3, 'ipv6');

/** Whether an IP address is public, and not part of the service's own network. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !closed.check(address, 'ipv4');
  return publicIpv6.check(address, 'ipv6') && !closed.check(address, 'ipv6');
}

/** Names that no public server has. */
const isLocalName = (host: string): boolean =>
  !host.includes('.') || /\.(localhost|local|internal)$/.test(host);

/**
 * Resolves names to public addresses only, at connection time: changing what a name resolves to, before or after
 * registration, gains nothing.
 */
export const publicLookup: LookupFunction = (host, options, callback) => {
  lookup(host, { ...options, all: true }, (error, found: LookupAddress[]) => {
    if (error) return callback(error, '');
    const open = found.filter(({ address }) => isPublicAddress(address));
    const [first] = open;
    if (!first) return callback(new Error(`${host} has no public address.`), '');
    return options.all ? callback(null, open) : callback(null, first.address, first.family);
  });
};

/** Decides which addresses the service sends to on behalf of callers: never those of its own network. */
export class PushEndpoints {
  /** @param trusted origins of push services that the operator allows although they are private or without TLS */
  constructor(private readonly trusted: readonly string[]) {}

  isTrusted(endpoint: URL): boolean {
    return this.trusted.includes(endpoint.origin);
  }

  /** Parses an address as a URL; null if nothing may be sent there. */
  parse(text: string): URL | null {
    if (!URL.canParse(text)) return null;
    const url = new URL(text);
    if (url.username !== '' || url.password !== '') return null;
    if (this.isTrusted(url)) return url;
    if (url.protocol !== 'https:') return null;
    const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
    const isOpen = isIP(host) === 0 ? !isLocalName(host) : isPublicAddress(host);
    return isOpen ? url : null;
  }
}
