import { findNetwork } from '../../../../src/platform/throttle/network';

describe('The network of an address', () => {
  it('is the address itself for IPv4, in any notation', () => {
    expect(findNetwork('192.0.2.1')).toBe('192.0.2.1');
    expect(findNetwork('::ffff:192.0.2.1')).toBe('192.0.2.1');
    expect(findNetwork('192.0.2.1')).not.toBe(findNetwork('192.0.2.2'));
  });

  it('is the same for all IPv6 addresses of one customer', () => {
    expect(findNetwork('2001:db8:0:1::1')).toBe(findNetwork('2001:0DB8:0000:0001:ffff:ffff:ffff:ffff'));
    expect(findNetwork('2001:db8:0:1::1')).not.toBe(findNetwork('2001:db8:0:2::1'));
    expect(findNetwork('2001:db8::1')).toBe('2001:db8:0:0::/64');
    expect(findNetwork('fe80::1%eth0')).toBe(findNetwork('fe80::2'));
    expect(findNetwork('::1')).toBe('0:0:0:0::/64');
  });

  it('exists without an address', () => {
    expect(findNetwork('')).toBe('');
  });
});
