import { newAccount, newServerToken } from '../../support/accounts';
import { api, type Json } from '../../support/api';
import { newClinic } from '../../support/clinics';
import { serverUnderTest } from '../../support/server';

const server = serverUnderTest();
const { get } = api(server);

const told = ({ errors }: Json): string[] =>
  errors.map(({ code, source }: Json) => `${source.parameter}: ${code}`);

describe('the query of a request', () => {
  it('is refused with everything that cannot be read, and then with all that is not valid', async () => {
    const { userId, token } = await newAccount(server);
    const path = `/v1/users/${userId}/data_sets`;
    const unreadable = await get(`${path}?page=x&size=0&deleted=yes&other=1&deviceId=`, { token });
    expect(unreadable.status).toBe(400);
    expect(told(unreadable.body).sort()).toEqual([
      'deleted: type-not-bool',
      'other: not-parsed',
      'page: type-not-int',
    ]);
    const invalid = await get(`${path}?page=-1&size=0&deviceId=`, { token });
    expect(told(invalid.body).sort()).toEqual([
      'deviceId: value-empty',
      'page: value-out-of-range',
      'size: value-out-of-range',
    ]);
    expect(invalid.body.message).toContain(invalid.body.errors[0].detail);
  });

  it('is refused as a whole where records are streamed', async () => {
    const { userId, token } = await newAccount(server);
    const { body } = await get(`/data/${userId}?startDate=today&latest=2&carelink=`, { token });
    expect(told(body).sort()).toEqual([
      'carelink: type-not-bool',
      'latest: type-not-bool',
      'startDate: value-not-parsable',
    ]);
  });

  it('tells once that a parameter is wrong, and not that it is missing', async () => {
    const { path, admin } = await newClinic(server);
    const report = `${path}/tide_report?period=3d&lastDataCutoff=2024-01-01T00:00:00Z`;
    const { status, body } = await get(report, { token: admin.token });
    expect([status, told(body)]).toEqual([400, ['period: value-not-allowed']]);
  });

  it('lists at most 1,000 findings', async () => {
    const names = Array.from({ length: 1500 }, (_, index) => `x${index}`).join('&');
    const { body } = await get(`/v1/tasks?${names}`, { token: await newServerToken(server) });
    expect(told(body)).toHaveLength(1000);
  });
});
