import { api, type Json } from '../../../support/api';
import { newPerson, type Person } from '../../../support/person';
import { at, basal, bolus, cbg, decision } from '../../../support/records';
import { serverUnderTest } from '../../../support/server';

const server = serverUnderTest();
const { graph } = api(server);

const recordsOfEachKind = [
  cbg({ time: at(0), deviceId: 'a', sampleInterval: 60_000 }),
  cbg({ time: at(1), deviceId: 'b', sampleInterval: 300_000 }),
  cbg({ time: at(2), source: 'carelink' }),
  bolus({ time: at(3) }),
  basal({ time: at(4) }),
  decision('loop', at(5)),
  decision('normalBolus', at(6)),
];

describe('records in the graph', () => {
  let person: Person;
  let dataSetId: string;
  beforeAll(async () => {
    person = await newPerson(server);
    dataSetId = await person.openedContinuous();
    await person.uploaded(dataSetId, recordsOfEachKind);
    await person.uploaded(await person.openedContinuous(), [cbg({ time: at(7) })]);
  });

  /** The records that match a filter, by their minutes. */
  const found = async (args: Record<string, unknown>): Promise<number[]> => {
    const query = `query ($types: [DatumType!], $from: DateTime, $to: DateTime, $filter: DataFilter) {
      me { data(types: $types, from: $from, to: $to, filter: $filter) { edges { node { time } } } } }`;
    const { types, from, to, ...filter } = args;
    const variables = { types, from, to, filter: Object.keys(filter).length > 0 ? filter : null };
    const { body } = await graph(query, { token: person.token, variables });
    return body.data.me.data.edges.map(
      ({ node }: Json) => (Date.parse(node.time) - Date.parse(at(0))) / 60_000,
    );
  };

  it.each<[args: object, minutes: number[]]>([
    [{}, [0, 1, 2, 3, 4, 5, 6, 7]],
    [{ types: ['CBG'], from: at(1), to: at(2) }, [1]],
    [{ subTypes: ['normal', 'scheduled'] }, [3, 4]],
    [{ deviceId: 'a' }, [0]],
    [{ deviceId: 'a ' }, []],
    [{ carelink: false }, [0, 1, 3, 4, 5, 6, 7]],
    [{ carelink: true, types: ['CBG'] }, [0, 1, 2, 7]],
    [{ minSampleInterval: 60_001 }, [1, 2, 3, 4, 5, 6, 7]],
    [{ minSampleInterval: 0 }, [0, 1, 2, 3, 4, 5, 6, 7]],
    [{ dosingDecisionReasons: ['loop'], types: ['DOSING_DECISION', 'BASAL'] }, [4, 5]],
    [
      { types: null, from: null, to: null, deviceId: null, carelink: null, subTypes: null },
      [0, 1, 2, 3, 4, 5, 6, 7],
    ],
  ])('are filtered by %j', async (args, minutes) => {
    expect(await found({ ...args })).toEqual(minutes);
  });

  it.each(['data(filter: $filter) { pageInfo { endCursor } }', 'latestData(filter: $filter) { id }'])(
    'are not filtered by a negative interval, but refused in %s',
    async (list) => {
      const query = `query ($filter: DataFilter) { me { ${list} } }`;
      const variables = { filter: { minSampleInterval: -1 } };
      const { body } = await graph(query, { token: person.token, variables });
      expect(body.errors).toMatchObject([
        {
          message: '"minSampleInterval" in "filter" must be 0 milliseconds or more.',
          extensions: {
            code: 'BAD_USER_INPUT',
            errors: [{ code: 'value-out-of-range', source: { pointer: '/filter/minSampleInterval' } }],
          },
        },
      ]);
    },
  );

  it.each(['subTypes', 'dosingDecisionReasons'])('are not filtered by more than 1,000 %s', async (name) => {
    const query = 'query ($filter: DataFilter) { me { data(filter: $filter) { edges { cursor } } } }';
    const asked = async (count: number) => {
      const words = Array.from({ length: count }, (_, index) => `word ${index}`);
      return (await graph(query, { token: person.token, variables: { filter: { [name]: words } } })).body;
    };
    expect((await asked(1_000)).errors).toBeUndefined();
    expect((await asked(1_001)).errors).toMatchObject([
      { extensions: { code: 'BAD_USER_INPUT', errors: [{ source: { pointer: `/filter/${name}` } }] } },
    ]);
  });

  it('are filtered by data set', async () => {
    expect(await found({ dataSetId })).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(await found({ dataSetId: 'nothing' })).toEqual([]);
  });
});
