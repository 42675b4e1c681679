import { serverAddresses } from '../../../../src/platform/database/cluster/addresses';

describe('the URL of a database', () => {
  it('names one server', () => {
    expect(serverAddresses('mysql://ann:s%40lt%2F@db.example.org:3307/glyco')).toEqual([
      { host: 'db.example.org', port: 3307, user: 'ann', password: 's@lt/', database: 'glyco' },
    ]);
  });

  it('names several servers in order of preference', () => {
    const addresses = serverAddresses('mysql://ann:salt@one:3307,two,[::1]:3308/glyco');
    expect(addresses.map(({ host, port }) => [host, port])).toEqual([
      ['one', 3307],
      ['two', 3306],
      ['::1', 3308],
    ]);
    expect(new Set(addresses.map(({ user, password }) => `${user} ${password}`))).toEqual(
      new Set(['ann salt']),
    );
  });

  it('may omit the log-in', () => {
    expect(serverAddresses('mysql://localhost/glyco')).toEqual([
      { host: 'localhost', port: 3306, user: '', password: '', database: 'glyco' },
    ]);
  });

  it.each([
    'mysql://',
    'mysql://ann:salt@one:3306',
    'mysql://ann:salt@one,,two/glyco',
    'mysql://ann:salt@one:port/glyco',
  ])('is refused without revealing the password: %s', (url) => {
    expect(() => serverAddresses(url)).toThrow(/^DATABASE_URL must have the form /);
  });
});
