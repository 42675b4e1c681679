import { api } from '../../../support/api';
import { formatFindings } from '../../../support/findings';
import { deduplicator, newPerson, type Person } from '../../../support/person';
import { cbg } from '../../../support/records';
import { serverUnderTest } from '../../../support/server';

const server = serverUnderTest();
const { post } = api(server);

/** An object of this size in bytes as compact JSON; `€` takes three of them. */
const ofBytes = (bytes: number) => ({ a: '€' + 'x'.repeat(bytes - '{"a":"€"}'.length - 2) });

/** Models that are read out completely each time, by manufacturer. */
const wholeReadOuts: Record<string, string[]> = {
  Abbott: ['FreeStyle Libre'],
  LifeScan: ['OneTouch Ultra 2', 'OneTouch UltraMini', 'Verio', 'Verio Flex'],
  Medtronic:
    '523 523K 551 554 723 723K 751 754 1510 1510K 1511 1512 1580 1581 1582 1710 1710K 1711 1712 1714 1714K 1715 1780 1781 1782'.split(
      ' ',
    ),
  'Trividia Health': ['TRUE METRIX', 'TRUE METRIX AIR', 'TRUE METRIX GO'],
};

describe('properties of a data set', () => {
  let person: Person;
  beforeAll(async () => {
    person = await newPerson(server);
  });

  it.each<[string, unknown, unknown?]>([
    ['timezoneOffset', -10_080],
    ['timezoneOffset', 10_080],
    ['clockDriftOffset', -86_400_000],
    ['clockDriftOffset', 86_400_000],
    ['conversionOffset', -9_007_199_254_740_991],
    ['version', 'v 1.0'],
    ['deviceId', ' '],
    ['payload', ofBytes(4096)],
    ['client', { private: ofBytes(4096) }],
    ['client', {}],
    ['annotations', [{ code: 'a' }]],
    ['annotations', Array.from({ length: 100 }, (_none, index) => ({ index }))],
    [
      'deviceTags',
      ['pen', 'manual', 'insulin-pump', 'fgm', 'cgm', 'bgm', 'activity-monitor'],
      ['activity-monitor', 'bgm', 'cgm', 'fgm', 'insulin-pump', 'manual', 'pen'],
    ],
    ['timezone', 'US/Eastern'],
    ['timezone', 'Etc/GMT+5'],
    ['time', '9999-12-31T23:59:59.999Z'],
    ['time', '2024-01-01T00:00:00.123999999+02:00', '2023-12-31T22:00:00.123Z'],
    ['time', '0001-01-01T00:00:00.001Z'],
  ])('%s = %j is accepted', async (name, value, kept = value) => {
    const { status, body } = await person.create({ [name]: value });
    expect(status).toBe(201);
    expect(body.data[name]).toEqual(kept);
  });

  it.each<[string, unknown, string]>([
    ['timezoneOffset', -10_081, 'value-out-of-range'],
    ['clockDriftOffset', -86_400_001, 'value-out-of-range'],
    ['payload', ofBytes(4097), 'size-out-of-range'],
    ['client/private', ofBytes(4097), 'size-out-of-range'],
    ['annotations', Array.from({ length: 101 }, (_none, index) => ({ index })), 'length-out-of-range'],
    ['annotations/0', ofBytes(4097), 'size-out-of-range'],
    ['time', '2024-05-06T24:00:00Z', 'value-not-parsable'],
    ['time', '2024-05-06T23:59:60Z', 'value-not-parsable'],
    ['time', '0001-01-01T01:00:00+01:00', 'value-empty'],
    ['time', '', 'value-not-parsable'],
    ['timezone', '+05:00', 'value-not-valid'],
  ])('%s = %j is refused', async (path, value, code) => {
    const [name = '', inner] = path.split('/');
    const wrapped = inner === undefined ? value : inner === '0' ? [value] : { [inner]: value };
    const refused = await person.create({ [name]: wrapped });
    expect(refused.status).toBe(400);
    expect(formatFindings(refused)).toEqual([`${code} /${path}`]);
  });

  it('whole numbers are accepted in any notation', async () => {
    const raw = '{"dataSetType":"continuous","timezoneOffset":5.0,"clockDriftOffset":5e0}';
    const { status, body, text } = await post(`/v1/users/${person.userId}/data_sets`, {
      token: person.token,
      raw,
    });
    expect(status).toBe(201);
    expect(text).toContain('"timezoneOffset":5,');
    expect(text).toContain('"clockDriftOffset":5,');
    const records = `[${JSON.stringify(cbg()).replace('}', ',"timezoneOffset":6e1,"sampleInterval":300000.0}')}]`;
    await post(`/v1/data_sets/${body.data.uploadId}/data`, { token: person.token, raw: records });
    const stored = (await person.read(`uploadId=${body.data.uploadId}&type=cbg`)).text;
    expect(stored).toContain('"timezoneOffset":60,');
    expect(stored).toContain('"sampleInterval":300000,');
  });

  it('every model that is read out completely has a deduplicator', async () => {
    for (const [maker, models] of Object.entries(wholeReadOuts)) {
      const chosen = await Promise.all(
        models.map(async (deviceModel) => {
          const device = { deviceId: 'd', deviceManufacturers: [maker], deviceModel };
          return (await person.create(device)).body.data.deduplicator.name;
        }),
      );
      expect(chosen).toEqual(models.map(() => deduplicator('device.deactivate.hash').name));
    }
  });
});
