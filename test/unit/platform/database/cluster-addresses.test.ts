import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';
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

  it('says whether connections are encrypted, and whom to trust', () => {
    const folder = mkdtempSync(join(tmpdir(), 'a+b-'));
    const ca = join(folder, 'ca.pem');
    writeFileSync(ca, `ours\n${rootCertificates[0]}\n`);
    const ofUrl = (parameters: string) =>
      serverAddresses(`mysql://one,two/glyco?${parameters}`).map(({ ssl }) => ssl);
    const ours = { ca: [`ours\n${rootCertificates[0]}\n`], verifyIdentity: true, rejectUnauthorized: true };
    expect(ofUrl(`tls=true&ca=${ca}`)).toEqual([ours, ours]);
    expect(ofUrl(`ca=${encodeURIComponent(ca)}&tls=true`)).toEqual([ours, ours]);
    rmSync(folder, { recursive: true });
    expect(ofUrl('tls=true')[0]?.ca).toEqual(expect.arrayContaining([rootCertificates[0]]));
    expect(ofUrl('')).toEqual([undefined, undefined]);
  });

  it.each([
    ['db/glyco?ssl=true&sslmode=REQUIRED', 'takes only the parameters tls and ca, not ssl'],
    ['db/glyco?tls=true&timeout=5', 'takes only the parameters tls and ca, not timeout'],
    ['db/glyco?TLS=true', 'takes only the parameters tls and ca, not TLS'],
    ['db/glyco?tls=false', 'takes tls=true, or no tls for no encryption'],
    ['db/glyco?ca=/etc/ca.pem', 'needs tls=true with ca'],
    ['db/glyco?tls=true&ca=', 'names no file with ca'],
    ['db/glyco?tls=true&ca=/nowhere/ca.pem', 'names /nowhere/ca.pem with ca, which cannot be read (ENOENT)'],
    ['db/glyco?tls=true&ca=/dev/null', 'names /dev/null with ca, which has no certificate in the form PEM'],
    ['10.0.0.1/glyco?tls=true', 'needs the name of 10.0.0.1 for tls=true, as it is in its certificate'],
    ['[::1]/glyco?tls=true', 'needs the name of ::1 for tls=true, as it is in its certificate'],
  ])('takes no parameter that it does not follow: %s', (rest, problem) => {
    expect(() => serverAddresses(`mysql://ann:salt@${rest}`)).toThrow(`DATABASE_URL ${problem}`);
  });

  it.each([
    'mysql://',
    'mysql://ann:salt@one:3306',
    'mysql://ann:salt@one,,two/glyco',
    'mysql://ann:salt@one:port/glyco',
    'mysql://ann:salt@one/glyco#tls=true',
  ])('is refused without revealing the password: %s', (url) => {
    expect(() => serverAddresses(url)).toThrow(/^DATABASE_URL must have the form /);
  });
});
