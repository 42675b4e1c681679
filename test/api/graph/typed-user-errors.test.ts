import { newServerToken } from '../../support/accounts';
import { api, type Json } from '../../support/api';
import { newPerson, type Person } from '../../support/person';
import { at } from '../../support/records';
import { serverUnderTest } from '../../support/server';

const server = serverUnderTest();
const time = at(0);

let person: Person;
let dataSetId: string;

beforeEach(async () => {
  person = await newPerson(server);
  dataSetId = await person.openedContinuous();
});

/** The fields that a refused change names. */
async function refused(mutation: string, input: object, token = person.token): Promise<string[]> {
  const type = `${mutation[0]?.toUpperCase()}${mutation.slice(1)}Input`;
  const query = `mutation ($input: ${type}!) { ${mutation}(input: $input) { userErrors { field } } }`;
  const { body } = await api(server).graph(query, { token, variables: { input } });
  expect(body.errors).toBeUndefined();
  return body.data[mutation].userErrors.map(({ field }: Json) => field?.join('.')).sort();
}

const refusedRecord = (record: object) => refused('uploadData', { dataSetId, data: [record] });

describe('a refused change names the field that was sent', () => {
  it('of details with types', async () => {
    const details = { timezone: 'Nowhere/Town', client: { name: '', version: '1.0.0' } };
    const fields = ['input.details.client.name', 'input.details.timezone'];
    expect(await refused('createDataSet', { userId: person.userId, details })).toEqual(fields);
    const token = await newServerToken(server);
    expect(await refused('createTask', { details: { type: '' } }, token)).toEqual(['input.details.type']);
  });

  it('of records, each under the name of its type', async () => {
    const data = [
      { continuousGlucose: { time, value: -1, units: 'MG_DL' } },
      { normalBolus: { time, normal: -1 } },
    ];
    expect(await refused('uploadData', { dataSetId, data })).toEqual([
      'input.data.0.continuousGlucose.value',
      'input.data.1.normalBolus.normal',
    ]);
  });

  it('of a record within another one', async () => {
    const calculation = { time, units: 'MG_DL', bolus: { normalBolus: { time, normal: -1 } } };
    expect(await refusedRecord({ bolusCalculation: calculation })).toEqual([
      'input.data.0.bolusCalculation.bolus.normalBolus.normal',
    ]);
  });

  it('of schedules, which have names', async () => {
    const night = { name: 'Night', segments: [{ start: 0, rate: 1 }] };
    const segments = [
      { start: 0, rate: 1 },
      { start: 3_600_000, rate: -1 },
    ];
    const schedules = { basalSchedules: [night, { name: 'Day', segments }] };
    expect(await refusedRecord({ pumpSettings: { time, activeSchedule: 'Day', ...schedules } })).toEqual([
      'input.data.0.pumpSettings.basalSchedules.1.segments.1.rate',
    ]);
  });

  it('of a field that has another name in REST', async () => {
    const activityDuration = { value: -1, units: 'HOURS' };
    expect(await refusedRecord({ physicalActivity: { time, activityDuration } })).toEqual([
      'input.data.0.physicalActivity.activityDuration.value',
    ]);
  });

  it('within free JSON of a record with types', async () => {
    const payload = { text: 'x'.repeat(5000) };
    const [field] = await refusedRecord({ food: { time, payload } });
    expect(field).toBe('input.data.0.food.payload');
  });

  it('of the records to delete', async () => {
    expect(await refused('deleteData', { dataSetId, which: { ids: ['a'.repeat(32), ''] } })).toEqual([
      'input.which.ids.1',
    ]);
    expect(await refused('deleteData', { dataSetId, which: { originIds: [''] } })).toEqual([
      'input.which.originIds.0',
    ]);
  });

  it('of the lines of a device log', async () => {
    const line = { type: 'SEND', managerIdentifier: 'driver', message: '', timestamp: time };
    const input = { userId: person.userId, startAtTime: time, endAtTime: at(1) };
    const lines = [{ ...line, deviceIdentifier: '' }];
    expect(await refused('createDeviceLog', { ...input, lines })).toEqual(['input.lines.0.deviceIdentifier']);
  });

  it('of alerts in an invitation', async () => {
    const low = { enabled: true, threshold: { value: -1, units: 'MG_DL' } };
    const input = { userId: person.userId, email: 'friend@example.org', permissions: ['VIEW'] };
    expect(await refused('sendInvitation', { ...input, alerts: { low } })).toEqual([
      'input.alerts.low.threshold.value',
    ]);
    const alerts = { low: { ...low, threshold: { value: 70, units: 'MG_DL' } } };
    expect(await refused('sendInvitation', { ...input, alerts })).toEqual(['input.alerts']);
  });

  it('of a blob', async () => {
    const input = { userId: person.userId, mediaType: 'nonsense' };
    expect(await refused('createBlob', input)).toEqual(['input.mediaType']);
  });

  it('of JSON, as before', async () => {
    const records = [{ type: 'cbg', time, units: 'mg/dL', value: -1 }];
    expect(await refused('uploadData', { dataSetId, records })).toEqual(['input.records.0.value']);
  });
});
