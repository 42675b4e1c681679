import { newPerson, type Person } from '../../../support/person';
import { at, basal, bolus, cbg, food, smbg, wizard, type SentRecord } from '../../../support/records';
import { serverUnderTest } from '../../../support/server';

const server = serverUnderTest();

const typesOf = (records: { type: string }[]): string[] => records.map(({ type }) => type);

const everyType: SentRecord[] = [
  { type: 'water', amount: { units: 'milliliters', value: 1 } },
  { type: 'reportedState' },
  { type: 'pumpSettings', activeSchedule: 'standard' },
  { type: 'cgmSettings', units: 'mg/dL' },
  { type: 'insulin' },
  food(),
  { type: 'deviceEvent', subType: 'prime', primeTarget: 'tubing' },
  wizard(),
  bolus(),
  { type: 'bloodKetone', units: 'mmol/L', value: 1 },
  smbg(),
  cbg(),
  basal(),
  { type: 'physicalActivity' },
];

const everyTypeAt = (minutes: number, fields: object = {}): SentRecord[] =>
  everyType.map((record) => ({ ...record, time: at(minutes), ...fields }));

it('names of types that do not exist change nothing, however many there are', async () => {
  const person = await newPerson(server);
  await person.uploaded(await person.openedContinuous(), everyTypeAt(0));
  const unknown = Array.from({ length: 2_000 }, (_, index) => index.toString(36));
  const records = await person.records(`latest=1&type=${[...unknown, 'food', 'upload', 'cbg'].join(',')}`);
  expect(typesOf(records)).toEqual(['food', 'upload', 'cbg']);
});

describe('the latest record of each type', () => {
  let person: Person;
  let dataSetId: string;
  beforeAll(async () => {
    person = await newPerson(server);
    dataSetId = await person.openedContinuous({ time: at(50) });
    const older = await person.openedContinuous({ time: at(40) });
    await person.uploaded(older, everyTypeAt(10));
    await person.uploaded(dataSetId, everyTypeAt(20, { deviceId: 'd' }));
    await person.uploaded(older, everyTypeAt(5));
  });

  it('is returned in a fixed order of types', async () => {
    const records = await person.records('latest=true');
    expect(typesOf(records)).toEqual([
      ...[
        'physicalActivity',
        'basal',
        'cbg',
        'smbg',
        'bloodKetone',
        'bolus',
        'wizard',
        'deviceEvent',
        'food',
      ],
      ...['insulin', 'cgmSettings', 'pumpSettings', 'reportedState', 'upload'],
    ]);
    expect(new Set(records.map(({ uploadId }) => uploadId))).toEqual(new Set([dataSetId]));
  });

  it('is returned in the order of the requested types', async () => {
    expect(typesOf(await person.records('latest=1&type=upload,food,unknown,cbg,water,basal'))).toEqual([
      ...['upload', 'food', 'cbg', 'water', 'basal'],
    ]);
  });

  it('is returned once for a repeated type', async () => {
    expect(typesOf(await person.records('latest=1&type=cbg,food,cbg&type=upload,upload,food'))).toEqual([
      ...['cbg', 'food', 'upload'],
    ]);
  });

  it('is taken from matching records', async () => {
    const timesOf = async (query: string) =>
      (await person.records(`latest=1&type=cbg,upload&${query}`)).map(({ type, time }) => `${type} ${time}`);
    expect(await timesOf('')).toEqual([`cbg ${at(20)}`, `upload ${at(50)}`]);
    expect(await timesOf(`endDate=${at(45)}`)).toEqual([`cbg ${at(20)}`, `upload ${at(40)}`]);
    expect(await timesOf(`endDate=${at(10)}`)).toEqual([`cbg ${at(10)}`]);
    expect(await timesOf(`startDate=${at(21)}`)).toEqual([`upload ${at(50)}`]);
    expect(await timesOf('deviceId=d')).toEqual([`cbg ${at(20)}`]);
    expect(await timesOf('deviceId=unknown')).toEqual([]);
    expect(await timesOf(`startDate=${at(51)}`)).toEqual([]);
  });

  it('has the greatest id of several at the same instant', async () => {
    const owner = await newPerson(server);
    const ids = ['5', '9', 'z', '7'].map((letter) => letter.repeat(32));
    await owner.uploaded(
      await owner.openedContinuous(),
      ids.map((id) => cbg({ id })),
    );
    expect((await owner.records('latest=1&type=cbg')).map(({ id }) => id)).toEqual(['z'.repeat(32)]);
  });
});
