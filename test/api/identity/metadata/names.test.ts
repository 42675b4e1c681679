import { newAccount, type TestAccount } from '../../../support/accounts';
import { api, type Answer } from '../../../support/api';
import { serverUnderTest } from '../../../support/server';

const server = serverUnderTest();
const { get, put, graph } = api(server);

let account: TestAccount;
let path: string;

beforeEach(async () => {
  account = await newAccount(server);
  path = `/metadata/${account.userId}/profile`;
});

const write = (body: object): Promise<Answer> => put(path, { token: account.token, body });

const at = (field: string): string => `/${field.replaceAll('"', '')}`;

const read = async () => (await get(path, { token: account.token })).body;

describe('a name in a profile', () => {
  it.each([
    ['500,000 characters', 'A'.repeat(500_000)],
    ['256 characters', 'A'.repeat(256)],
    ['blanks', '  '],
    ['a zero byte', 'A\u0000'],
  ])('cannot be %s', async (_what, text) => {
    await write({ fullName: 'Ann', patient: { fullName: 'Child' } });
    const bodies: [object, string][] = [
      [{ fullName: text }, '"fullName"'],
      [{ firstName: text }, '"firstName"'],
      [{ lastName: text }, '"lastName"'],
      [{ patient: { fullName: text } }, '"patient/fullName"'],
      [{ 'patient.fullName': text }, '"patient/fullName"'],
    ];
    for (const [body, field] of bodies) {
      const { status, body: answer } = await write(body);
      expect([status, answer.message]).toEqual([400, expect.stringContaining(field)]);
      expect(answer).toMatchObject({ reason: answer.message, errors: [{ source: { pointer: at(field) } }] });
    }
    expect(await read()).toEqual({ fullName: 'Ann', patient: { fullName: 'Child' } });
  });

  it('is refused in the graph with the name of the field', async () => {
    const update = 'mutation ($input: UpdateMetadataInput!) { updateMetadata(input: $input) { collection } }';
    const patch = { fullName: 'A'.repeat(256) };
    const variables = { input: { userId: account.userId, collection: 'profile', patch } };
    const { body } = await graph(update, { token: account.token, variables });
    expect(body.errors[0].extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      errors: [{ code: 'length-out-of-range', source: { pointer: '/input/patch/fullName' } }],
    });
  });

  it('may be of any script, 255 characters long, or empty', async () => {
    for (const fullName of ['Zoë 😀', 'Nguyễn Minh Anh', 'جمال حداد', '𝓍'.repeat(255), ''])
      expect((await write({ fullName, patient: { fullName } })).body).toMatchObject({ fullName });
  });

  it('has no such limits in other collections', async () => {
    const body = { fullName: ' ' };
    const answer = await put(path.replace('profile', 'preferences'), { token: account.token, body });
    expect(answer.body).toEqual(body);
  });
});
