import { networkOf } from '../../../../src/platform/throttle/network';

describe('The network of an address', () => {
  it('is the address itself with IPv4, however it is written', () => {
    expect(networkOf('192.0.2.1')).toBe('192.0.2.1');
    expect(networkOf('::ffff:192.0.2.1')).toBe('192.0.2.1');
    expect(networkOf('192.0.2.1')).not.toBe(networkOf('192.0.2.2'));
  });

  it('is the same for all addresses that one customer has with IPv6', () => {
    expect(networkOf('2001:db8:0:1::1')).toBe(networkOf('2001:0DB8:0000:0001:ffff:ffff:ffff:ffff'));
    expect(networkOf('2001:db8:0:1::1')).not.toBe(networkOf('2001:db8:0:2::1'));
    expect(networkOf('2001:db8::1')).toBe('2001:db8:0:0::/64');
    expect(networkOf('fe80::1%eth0')).toBe(networkOf('fe80::2'));
    expect(networkOf('::1')).toBe('0:0:0:0::/64');
  });

  it('is something for whoever has no address', () => {
    expect(networkOf('')).toBe('');
  });
});
