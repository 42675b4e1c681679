import { createHash } from 'node:crypto';
import { api } from '../../../support/api';
import { formatFindings } from '../../../support/findings';
import { deduplicator, newPerson, type Person } from '../../../support/person';
import { at, basal, bolus, cbg, smbg, wizard, type SentRecord } from '../../../support/records';
import { serverUnderTest } from '../../../support/server';

const server = serverUnderTest();

const deviceId = 'MMT-723: 4711 ä';
const readOut = { deviceId, deduplicator: deduplicator('device.deactivate.hash') };
const ofDevice = (records: SentRecord[]) => records.map((record) => ({ deviceId, ...record }));
const readings = (from: number, to: number) =>
  ofDevice(Array.from({ length: to - from }, (_, index) => smbg({ time: at(from + index) })));

let person: Person;
beforeEach(async () => {
  person = await newPerson(server);
});

/** Uploads a read-out and closes it. */
async function readOutOf(records: unknown[], dataSet: object = readOut): Promise<string> {
  const dataSetId = await person.opened(dataSet);
  await person.uploaded(dataSetId, records);
  await person.closed(dataSetId);
  return dataSetId;
}

const alarm = (fields: SentRecord = {}): SentRecord => ({
  ...{ type: 'deviceEvent', subType: 'alarm', alarmType: 'occlusion', time: at(0) },
  ...fields,
});

/** A change of delivery. */
const status = (fields: SentRecord): SentRecord => ({
  ...{ type: 'deviceEvent', subType: 'status', status: 'suspended', reason: { suspended: 'manual' } },
  ...fields,
});

/** The record in a record as it was sent, or its id as it is stored. */
const embeddedIn = ({ type, subType, bolus: given, status: caused }: SentRecord): unknown =>
  type === 'wizard' ? given : subType === 'alarm' ? caused : undefined;

const uploadIds = (records: { uploadId: string }[]): string[] => records.map(({ uploadId }) => uploadId);

describe('devices that are read out completely each time', () => {
  it('show the newest of several overlapping read-outs', async () => {
    const first = await readOutOf(readings(0, 5));
    const second = await readOutOf(readings(3, 8));
    const third = await readOutOf(readings(7, 9));
    const shown = uploadIds(await person.records('type=smbg'));
    expect(shown).toEqual([...Array(3).fill(first), ...Array(4).fill(second), ...Array(2).fill(third)]);
    expect(uploadIds(await person.records(`type=smbg&uploadId=${first}`))).toHaveLength(3);
    expect(await person.dataSets()).toHaveLength(3);
  });

  it('stay unchanged while a read-out is being uploaded', async () => {
    const first = await readOutOf(readings(0, 5));
    const before = await person.records();
    const second = await person.opened(readOut);
    await person.uploaded(second, readings(0, 7));
    expect(await person.records()).toEqual(before);
    await person.closed(second);
    expect(uploadIds(await person.records('type=smbg'))).toEqual(Array(7).fill(second));
    expect(uploadIds(await person.records('type=upload')).sort()).toEqual([first, second].sort());
  });

  it('carry a hash of owner, device, time, type and value', async () => {
    await readOutOf(ofDevice([cbg({ units: 'mg/dL', value: 100, time: at(0) }), basal({ time: at(1) })]));
    const hash = (...parts: string[]) =>
      createHash('sha256')
        .update([person.userId, deviceId, ...parts].join('|'))
        .digest('base64');
    const records = await person.records('type=cbg,basal');
    expect(records.map((record) => record.deduplicator)).toEqual([
      { hash: hash('2024-05-06T00:00:00Z', 'cbg', 'mmol/L', '5.55075') },
      { hash: hash('2024-05-06T00:01:00Z', 'basal', 'scheduled') },
    ]);
  });

  it('keep records of another device, another data set without hashes, or another person', async () => {
    const other = await newPerson(server);
    const foreign = await other.opened(readOut);
    await other.uploaded(foreign, readings(0, 3));
    await other.closed(foreign);
    await person.uploaded(await person.openedContinuous(), readings(0, 3));
    await readOutOf(
      readings(0, 3).map((record) => ({ ...record, deviceId: 'another' })),
      {
        ...readOut,
        deviceId: 'another',
      },
    );
    await readOutOf(readings(0, 3));
    expect(await person.records('type=smbg')).toHaveLength(9);
    expect(await other.records('type=smbg')).toHaveLength(3);
  });

  it('displace only records of the device that the data set names', async () => {
    const ofAnother = readings(0, 3).map((record) => ({ ...record, deviceId: 'another' }));
    await readOutOf(ofAnother);
    await readOutOf(ofAnother);
    expect(await person.records('type=smbg')).toHaveLength(6);
  });

  it('keep equal records within one read-out', async () => {
    await readOutOf(ofDevice([bolus({ normal: 1 }), bolus({ normal: 2 })]));
    expect(await person.records('type=bolus')).toHaveLength(2);
  });

  it('require the device of each record', async () => {
    const dataSetId = await person.opened(readOut);
    const records = [smbg({ deviceId }), smbg(), basal(), bolus({ deviceId }), bolus()];
    const refused = await person.upload(dataSetId, records);
    expect(refused.status).toBe(400);
    expect(formatFindings(refused)).toEqual([1, 2, 4].map((index) => `value-not-exists /${index}/deviceId`));
    expect(refused.body.errors.map(({ meta }: { meta: object }) => meta)).toEqual([
      { type: 'smbg' },
      { type: 'basal', deliveryType: 'scheduled' },
      { type: 'bolus', subType: 'normal' },
    ]);
    await person.closed(dataSetId);
    expect(await person.records('type=smbg,basal,bolus')).toEqual([]);
  });
});

describe('a batch of a read-out that is repeated after its response was lost', () => {
  it.each<[string, () => SentRecord[]]>([
    ['without ids', () => readings(0, 1_200)],
    ['with ids', () => readings(0, 50).map((each, index) => ({ ...each, id: `${index}`.padStart(32, '0') }))],
    ['with records in records', () => ofDevice([wizard({ bolus: { deviceId, ...bolus({ time: at(1) }) } })])],
    [
      'with statuses in alarms',
      () => ofDevice([alarm({ status: { deviceId, ...status({ time: at(1) }) } })]),
    ],
    ['with records that name others', () => ofDevice([wizard({ bolus: 'a'.repeat(32) }), alarm()])],
  ])('%s is stored once', async (_what, batch) => {
    const dataSetId = await person.opened(readOut);
    const records = batch();
    for (let times = 0; times < 3; times += 1) await person.uploaded(dataSetId, records);
    await person.closed(dataSetId);
    const stored = await person.records('type=smbg,bolus,wizard,deviceEvent');
    const embedded = records.map(embeddedIn).filter((inner) => typeof inner === 'object');
    expect(stored).toHaveLength(records.length + embedded.length);
    const ids = new Set(stored.map(({ id }) => id));
    const links = embedded.length > 0 ? stored.map(embeddedIn).filter((link) => link !== undefined) : [];
    expect(links).toHaveLength(embedded.length);
    for (const link of links) expect(ids).toContain(link);
  });

  it('adds a record that equals one which the batch replaces by its id', async () => {
    const dataSetId = await person.opened(readOut);
    const id = 'a'.repeat(32);
    await person.uploaded(dataSetId, ofDevice([smbg({ id, value: 5 })]));
    await person.uploaded(dataSetId, ofDevice([smbg({ id, value: 6 }), smbg({ value: 5 })]));
    await person.closed(dataSetId);
    expect((await person.records('type=smbg')).map(({ value }) => value).sort()).toEqual([5, 6]);
  });

  it('adds what differs', async () => {
    const dataSetId = await person.opened(readOut);
    await person.uploaded(
      dataSetId,
      ofDevice([bolus({ normal: 1 }), wizard({ bolus: { deviceId, ...bolus() } })]),
    );
    await person.uploaded(dataSetId, ofDevice([bolus({ normal: 1.5 }), bolus({ normal: 1 })]));
    await person.closed(dataSetId);
    expect((await person.records('type=bolus')).map(({ normal }) => normal).sort()).toEqual([1, 1.5, 2]);
  });

  it.each<[string, (amount: number) => SentRecord]>([
    ['bolus', (normal) => wizard({ bolus: { deviceId, ...bolus({ normal }) } })],
    ['calculation', (carbInput) => wizard({ carbInput, bolus: { deviceId, ...bolus() } })],
  ])('refers to an existing bolus, even if the %s differs', async (_what, calculation) => {
    const dataSetId = await person.opened(readOut);
    for (const amount of [1, 2]) await person.uploaded(dataSetId, ofDevice([calculation(amount)]));
    await person.closed(dataSetId);
    const boluses = (await person.records('type=bolus')).map(({ id }) => id).sort();
    const calculations = await person.records('type=wizard');
    expect(calculations.map((record) => record.bolus).sort()).toEqual(boluses);
  });
});

describe('devices whose read-outs are not compared record by record', () => {
  const whole = { deviceId, deduplicator: deduplicator('device.truncate.dataset') };

  it('drop all records of an earlier read-out that do not name the device', async () => {
    const nameless = readings(0, 3).map(({ deviceId: _device, ...record }) => record);
    await readOutOf(nameless, whole);
    const last = await readOutOf(readings(3, 5), whole);
    expect(uploadIds(await person.records('type=smbg'))).toEqual([last, last]);
  });

  it('keep records of the same device of other people', async () => {
    const other = await newPerson(server);
    const nameless = readings(3, 5).map(({ deviceId: _device, ...record }) => record);
    const foreign = await other.opened(whole);
    await other.uploaded(foreign, [...readings(0, 3), ...nameless]);
    await other.closed(foreign);
    await readOutOf(readings(0, 2), whole);
    const last = await readOutOf(readings(3, 5), whole);
    expect(uploadIds(await person.records('type=smbg'))).toEqual([last, last]);
    expect(uploadIds(await other.records('type=smbg'))).toEqual(Array(5).fill(foreign));
    expect(uploadIds(await other.dataSets())).toEqual([foreign]);
  });

  it('show only the newest read-out, and the earlier data sets count as deleted', async () => {
    const first = await readOutOf(readings(0, 5), whole);
    const { body: before } = await api(server).get(`/v1/data_sets/${first}`, { token: person.token });
    const unfinished = await person.opened(whole);
    await person.uploaded(unfinished, readings(5, 9));
    const otherDevice = await readOutOf(
      readings(0, 2).map((record) => ({ ...record, deviceId: 'another' })),
      { ...whole, deviceId: 'another' },
    );
    const last = await readOutOf(readings(3, 6), whole);

    expect(uploadIds(await person.records('type=smbg'))).toEqual([
      ...Array(2).fill(otherDevice),
      ...Array(3).fill(last),
    ]);
    expect(uploadIds(await person.records('type=upload')).sort()).toEqual([otherDevice, last].sort());
    expect(uploadIds(await person.dataSets()).sort()).toEqual([otherDevice, last].sort());
    const withDeleted = await person.dataSets('deleted=true');
    expect(uploadIds(withDeleted).sort()).toEqual([first, otherDevice, last].sort());
    const { status, body: deleted } = await api(server).get(`/v1/data_sets/${first}`, {
      token: person.token,
    });
    expect(status).toBe(200);
    expect(deleted).toEqual({ ...before, deletedTime: expect.stringMatching(/Z$/) });
    for (const answer of [await person.upload(unfinished, []), await person.close(unfinished)]) {
      expect(answer.status).toBe(404);
      expect(formatFindings(answer)).toEqual(['data-set-id-not-found about the whole']);
    }
  });
});
