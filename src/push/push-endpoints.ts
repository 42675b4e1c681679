import { lookup, type LookupAddress } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** What of IPv4 leads to no public server (RFC 6890 and those that follow it). */
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

/** Within the public part of IPv6: what carries an address of IPv4 in itself, and examples. */
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

/** True for an IP address that anybody may reach, and not one of the network that the service itself is in. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !closed.check(address, 'ipv4');
  return publicIpv6.check(address, 'ipv6') && !closed.check(address, 'ipv6');
}

/** Names that no public server has. */
const isLocalName = (host: string): boolean =>
  !host.includes('.') || /\.(localhost|local|internal)$/.test(host);

/**
 * Resolves names to public addresses alone, at the moment of the connection: a name that led elsewhere when it was told, or
 * is made to lead elsewhere afterwards, opens nothing.
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

/** Which addresses the service sends to when somebody tells it to: never those of the network that it is in. */
export class PushEndpoints {
  /** @param trusted origins of push services that the operator names although they are private or without TLS */
  constructor(private readonly trusted: readonly string[]) {}

  isTrusted(endpoint: URL): boolean {
    return this.trusted.includes(endpoint.origin);
  }

  /** The address as a URL; null when nothing may be sent there. */
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
