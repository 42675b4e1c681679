import { newAccount, newServerToken } from '../../../support/accounts';
import { api } from '../../../support/api';
import { exported } from '../../../support/exports';
import { newPerson } from '../../../support/person';
import { at, cbg } from '../../../support/records';
import { newRestrictedToken } from '../../../support/restricted-tokens';
import { serverUnderTest } from '../../../support/server';
import { share } from '../../../support/shares';

const server = serverUnderTest();
const json = 'format=json';

describe('an export', () => {
  it('is for the owner, holders of view, and trusted servers', async () => {
    const [person, viewer, uploader, stranger] = [
      await newPerson(server),
      await newAccount(server),
      await newAccount(server),
      await newAccount(server),
    ];
    await share(server, person, viewer, 'view');
    await share(server, person, uploader, 'upload', 'note', 'follow');
    const status = async (token?: string) => (await exported(server, person.userId, json, token)).status;
    expect(await status(person.token)).toBe(200);
    expect(await status(viewer.token)).toBe(200);
    expect(await status(await newServerToken(server))).toBe(200);
    expect(await status(uploader.token)).toBe(403);
    expect(await status(stranger.token)).toBe(403);
    expect(await status()).toBe(401);
    expect(await status('nonsense')).toBe(401);
  });

  it('works with a restricted token of an account that may view the data', async () => {
    const [person, viewer, stranger] = [
      await newPerson(server),
      await newAccount(server),
      await newAccount(server),
    ];
    await share(server, person, viewer, 'view');
    const { userId } = person;
    const opens = async (account: typeof viewer, body: object) => {
      const { id } = await newRestrictedToken(server, account, body);
      return (await exported(server, userId, `${json}&restricted_token=${id}`)).status;
    };
    expect(await opens(viewer, {})).toBe(200);
    expect(await opens(stranger, {})).toBe(403);
    expect(await opens(viewer, { paths: [`/export/${userId}`] })).toBe(200);
    expect(await opens(viewer, { paths: [`/data/${userId}`] })).toBe(200);
    expect(await opens(viewer, { paths: ['/export'] })).toBe(200);
    expect(await opens(viewer, { paths: [`/export/${userId.slice(0, -1)}`] })).toBe(401);
    expect(await opens(viewer, { paths: ['/v1/users'] })).toBe(401);
    expect(await opens(viewer, { expirationTime: '2020-01-01T00:00:00Z' })).toBe(401);
  });

  it('reads the header first, and an invalid one is not made up for', async () => {
    const [person, stranger] = [await newPerson(server), await newAccount(server)];
    const { id } = await newRestrictedToken(server, person);
    const query = `${json}&restricted_token=${id}`;
    expect((await exported(server, person.userId, query, stranger.token)).status).toBe(403);
    expect((await exported(server, person.userId, query, 'nonsense')).status).toBe(401);
    expect((await exported(server, person.userId, `${query}&restricted_token=${id}`)).status).toBe(401);
  });

  it.each([
    ['format=pdf', 'format'],
    ['format=json&format=csv', 'format'],
    ['bgUnits=mg/dL&bgUnits=mg/dL', 'bgUnits'],
    ['bgUnits=mg', 'bgUnits'],
    ['startDate=2024-01-01', 'startDate'],
    ['endDate=yesterday', 'endDate'],
  ])('refuses %s', async (query, parameter) => {
    const person = await newPerson(server);
    const { status, bytes } = await exported(server, person.userId, query, person.token);
    expect([status, JSON.parse(bytes.toString())]).toMatchObject([
      400,
      {
        code: 400,
        message: expect.stringContaining(parameter) as string,
        errors: [{ source: { parameter } }],
      },
    ]);
  });

  it('treats empty bounds as absent', async () => {
    const person = await newPerson(server);
    const { status } = await exported(server, person.userId, `${json}&startDate=&endDate=`, person.token);
    expect(status).toBe(200);
  });
});

describe('createExport', () => {
  const createExport = `mutation Make($input: CreateExportInput!) {
    createExport(input: $input) { url expirationTime }
  }`;

  it('returns a URL that works directly', async () => {
    const [person, viewer] = [await newPerson(server), await newAccount(server)];
    await share(server, person, viewer, 'view');
    await person.uploaded(await person.openedContinuous({ time: at(0) }), [
      cbg({ time: at(1) }),
      cbg({ time: at(3) }),
    ]);
    const input = { userId: person.userId, format: 'JSON', units: 'MG_DL', from: at(1), to: at(2) };
    const { body } = await api(server).graph(createExport, { token: viewer.token, variables: { input } });
    const { url, expirationTime } = body.data.createExport;
    expect(Date.parse(expirationTime) - Date.now()).toBeLessThanOrEqual(3_600_000);
    const rows = (await (await fetch(url)).json()) as Record<string, unknown>[];
    expect(rows).toMatchObject([{ type: 'cbg', time: at(1), units: 'mg/dL' }]);
    const other = url.replace(`/export/${person.userId}`, `/data/${person.userId}`);
    expect((await fetch(other)).status).toBe(401);
  });

  it('is refused like the file itself', async () => {
    const [person, stranger] = [await newPerson(server), await newAccount(server)];
    const variables = { input: { userId: person.userId } };
    const { body } = await api(server).graph(createExport, { token: stranger.token, variables });
    expect(body.errors[0].extensions.code).toBe('FORBIDDEN');
    const asServer = await api(server).graph(createExport, {
      token: await newServerToken(server),
      variables,
    });
    expect(asServer.body.errors[0].extensions.code).toBe('BAD_USER_INPUT');
  });
});
