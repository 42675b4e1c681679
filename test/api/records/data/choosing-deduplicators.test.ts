import { formatFindings } from '../../../support/findings';
import { deduplicator, newPerson, type Person } from '../../../support/person';
import { serverUnderTest } from '../../../support/server';

const server = serverUnderTest();

let person: Person;
beforeAll(async () => {
  person = await newPerson(server);
});

/** Models whose memory is read out completely each time, by manufacturer. */
const wholeReadOuts = {
  Abbott: ['FreeStyle Libre'],
  LifeScan: ['OneTouch Ultra 2', 'OneTouch UltraMini', 'Verio', 'Verio Flex'],
  Medtronic: [
    ...['523', '523K', '551', '554', '723', '723K', '751', '754', '1510', '1510K', '1511', '1512', '1580'],
    ...['1581', '1582', '1710', '1710K', '1711', '1712', '1714', '1714K', '1715', '1780', '1781', '1782'],
  ],
  'Trividia Health': ['TRUE METRIX', 'TRUE METRIX AIR', 'TRUE METRIX GO'],
};

describe('the deduplicator of a data set', () => {
  it.each(Object.entries(wholeReadOuts))(
    'for each device of %s that is read out completely',
    async (maker, models) => {
      const chosen = await Promise.all(
        models.map(async (deviceModel) => {
          const sent = { deviceId: 'd', deviceModel, deviceManufacturers: [maker] };
          return (await person.create(sent)).body.data.deduplicator.name;
        }),
      );
      expect(chosen).toEqual(models.map(() => deduplicator('device.deactivate.hash').name));
    },
  );

  it.each<[string, object, string]>([
    ['without a device', { deviceModel: '723', deviceManufacturers: ['Medtronic'] }, 'none'],
    [
      'of a pump that is read out whole',
      { deviceId: 'p', deviceModel: '723', deviceManufacturers: ['Medtronic'] },
      'device.deactivate.hash',
    ],
    [
      'of a meter that is read out whole',
      { deviceId: 'm', deviceModel: 'TRUE METRIX AIR', deviceManufacturers: ['Other', 'Trividia Health'] },
      'device.deactivate.hash',
    ],
    [
      'of a sensor that is read out whole',
      { deviceId: 'm', deviceModel: 'FreeStyle Libre', deviceManufacturers: ['Abbott'] },
      'device.deactivate.hash',
    ],
    [
      'of a model of another maker',
      { deviceId: 'm', deviceModel: '723', deviceManufacturers: ['Abbott'] },
      'none',
    ],
    ...['__proto__', 'constructor', 'toString'].map((maker): [string, object, string] => [
      `of the maker ${maker}`,
      { deviceId: 'm', deviceModel: 'constructor', deviceManufacturers: [maker] },
      'none',
    ]),
    ['of another model', { deviceId: 'm', deviceModel: '530G', deviceManufacturers: ['Medtronic'] }, 'none'],
    [
      'of an Animas pump',
      { deviceId: 'm', deviceModel: 'Vibe', deviceManufacturers: ['Animas'] },
      'device.truncate.dataset',
    ],
    [
      'of an Animas pump without model',
      { deviceId: 'm', deviceManufacturers: ['Animas'] },
      'device.truncate.dataset',
    ],
    [
      'that is continuous',
      { dataSetType: 'continuous', deviceId: 'p', deviceModel: '723', deviceManufacturers: ['Medtronic'] },
      'none',
    ],
  ])('is chosen for a data set %s', async (_what, sent, name) => {
    const { body } = await person.create(sent);
    expect(body.data.deduplicator).toMatchObject(deduplicator(name));
  });

  it.each([
    ['org.tidepool.deduplicator.device.deactivate.hash', 'device.deactivate.hash', '1.1.0'],
    ['org.tidepool.hash-deactivate-old', 'device.deactivate.hash', '1.1.0'],
    ['org.tidepool.deduplicator.device.truncate.dataset', 'device.truncate.dataset', '1.1.0'],
    ['org.tidepool.truncate', 'device.truncate.dataset', '1.1.0'],
    ['org.tidepool.deduplicator.dataset.delete.origin', 'dataset.delete.origin', '1.0.0'],
    ['org.tidepool.continuous.origin', 'dataset.delete.origin', '1.0.0'],
    ['org.tidepool.deduplicator.dataset.delete.origin.older', 'dataset.delete.origin.older', '1.0.0'],
    ['org.tidepool.deduplicator.dataset.drop.hash', 'dataset.drop.hash', '1.0.0'],
    ['org.tidepool.deduplicator.none', 'none', '1.0.0'],
    ['org.tidepool.continuous', 'none', '1.0.0'],
  ])('%s is stored as %s', async (sent, name, version) => {
    const { body } = await person.create({ deviceId: 'd', deduplicator: { name: sent, version: '9.9.9' } });
    expect(body.data.deduplicator).toEqual({ ...deduplicator(name), version });
  });

  it('that is unknown, or lacks its device, is reported with all other errors, in order', async () => {
    const wrong = {
      client: { name: '' },
      deduplicator: { name: 'org.example.unheard-of' },
      deviceTags: [],
      version: 'v1',
    };
    expect(formatFindings(await person.create(wrong))).toEqual([
      'value-empty /client/name',
      'value-not-allowed /deduplicator/name',
      'value-empty /deviceTags',
      'length-out-of-range /version',
    ]);
    expect(formatFindings(await person.create({ ...wrong, timezoneOffset: 'x' }))).toEqual([
      'type-not-int /timezoneOffset',
    ]);
    const withoutDevice = { ...wrong, deduplicator: deduplicator('device.truncate.dataset') };
    expect(formatFindings(await person.create(withoutDevice))).toEqual([
      'value-empty /client/name',
      'value-not-exists /deviceId',
      'value-empty /deviceTags',
      'length-out-of-range /version',
    ]);
    expect(await person.dataSets('deleted=true')).not.toContainEqual(
      expect.objectContaining({ client: { name: '' } }),
    );
  });
});
