import { shownValue } from '../../../../src/platform/settings/shown-value';

it.each([
  ['mysql://host:3306/glycograph', 'mysql://host:3306/glycograph'],
  ['mysql://me:hid@one:3306,two:3306/glycograph?tls=true', 'mysql://***@one:3306,two:3306/glycograph'],
  ['mysql://me:hid/den+hid=@127.0.0.1:3306/x', 'mysql://***@127.0.0.1:3306/x'],
  ['mysql://me:12/hid@host', 'mysql://***@host'],
  ['mysql:me:hid@host/x', 'mysql:***@host/x'],
  ['redis://:hid@x:6379', 'redis://***@x:6379'],
  ['redis://:a?hid@x:6379', 'redis://***@x:6379'],
  ['redis://:12?hid@x:6379', 'redis://***@x:6379'],
  [':hid@127.0.0.1', '***@127.0.0.1'],
  ['smtp://me:a#hid@x:2525', 'smtp://***@x:2525'],
  ['smtp://me:a/hid@hid@x:2525', 'smtp://***@x:2525'],
  ['smtp://me:hid\nhid@x:2525', 'smtp://***@x:2525'],
  ['smtp://me:465?S=hid@x', 'smtp://***@x'],
  ['smtp://me:25/hid?a=b@x', 'smtp://***@x'],
  ['sqlite:/var/a@b/x.db', 'sqlite:/var/a@b/x.db'],
  ['s3://bucket?endpoint=http://store:9000', 's3://bucket'],
  ['file:./var/mail', 'file:./var/mail'],
])('of %j shows %j', (value, shown) => {
  expect(shownValue('SOME_URL', value)).toBe(shown);
});

it('changes nothing of what is no address', () => {
  expect(shownValue('MAIL_FROM', 'My Clinic <care@clinic.example>')).toBe('My Clinic <care@clinic.example>');
});

it('shows nothing of a secret', () => {
  expect(shownValue('SERVER_SECRET', 'hid')).toBeUndefined();
});
