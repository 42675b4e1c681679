import type { Json } from '../../support/api';
import { startOwnApp, type OwnApp } from '../../support/own-app';
import { newPerson, type Person } from '../../support/person';
import { at, cbg } from '../../support/records';
import { closeStreams, transports, withToken } from '../../support/streams';

let own: OwnApp;
let me: Person;
let dataSetId: string;

beforeAll(async () => {
  own = await startOwnApp({ OPERATION_MEMORY: '1', STREAMS_PER_ACCOUNT: '20' });
});

beforeEach(async () => {
  me = await newPerson(own.server);
  dataSetId = await me.openedContinuous();
});

afterEach(closeStreams);

afterAll(() => own.close());

/** Subscribes to new records; with so many of them, a result is small or not. */
const added = (first: number, name = 'payload') => `subscription ($id: ID!) {
  dataAdded(userId: $id) { records(first: ${first}) { time ... on ContinuousGlucose { ${name}: payload } } }
}`;

const upload = (count: number, size: number) =>
  me.uploaded(
    dataSetId,
    Array.from({ length: count }, (_, index) =>
      cbg({ time: at(index), payload: { text: 'x'.repeat(size) } }),
    ),
  );

const codes = ({ errors = [] }: Json) => [...new Set(errors.map(({ extensions }: Json) => extensions.code))];

describe.each(transports)('results of subscriptions over %s', (_name, connect) => {
  it.each([100, 1_000])(
    'have the limit of memory that queries have, and others follow: of %i',
    async (first) => {
      const client = connect(own.server, withToken(me.token));
      const answers = await client.subscribe(added(first), { id: me.userId });
      await upload(90, 4_000);
      expect(codes(await answers.next())).toEqual(['TOO_MUCH_DATA']);
      await upload(1, 1);
      expect((await answers.next()).data.dataAdded.records).toEqual([
        { time: at(0), payload: { text: 'x' } },
      ]);
    },
  );

  it('are limited each on its own, even if they are computed together', async () => {
    const client = connect(own.server, withToken(me.token));
    const all = [];
    for (const name of ['one', 'two', 'three'])
      all.push(await client.subscribe(added(100, name), { id: me.userId }));
    await upload(50, 4_000);
    const results = await Promise.all(all.map((answers) => answers.next()));
    expect(results.map((result) => [codes(result), result.data.dataAdded.records.length])).toEqual([
      [[], 50],
      [[], 50],
      [[], 50],
    ]);
  });
});
