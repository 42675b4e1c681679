import { newServerToken } from '../../../support/accounts';
import { api, type Answer, type Json } from '../../../support/api';
import { newPerson, type Person } from '../../../support/person';
import { at, bolus, cbg, smbg, wizard } from '../../../support/records';
import { serverUnderTest } from '../../../support/server';

const server = serverUnderTest();
const { graph } = api(server);

const nodesOf = ({ edges }: Json): Json[] => edges.map(({ node }: Json) => node);
const firstError = ({ body }: Answer) => body.errors[0].extensions;

describe('reading records through the graph', () => {
  let person: Person;
  beforeAll(async () => {
    person = await newPerson(server);
    const dataSetId = await person.openedContinuous();
    const records = Array.from({ length: 230 }, (_, index) =>
      index % 10 === 0
        ? bolus({ time: at(index) })
        : cbg({ time: at(index - (index % 2)), units: 'mg/dL', value: 100 }),
    );
    await person.uploaded(dataSetId, records);
    await person.uploaded(await person.openedContinuous(), records.slice(0, 50));
  });

  const page = async (args: string, variables?: Record<string, unknown>): Promise<Json> => {
    const declared = variables ? '($after: String)' : '';
    const query = `query ${declared} { me { data(${args}) {
      edges { cursor node { id type time uploadId } }
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    } } }`;
    const { body } = await graph(query, { token: person.token, variables });
    return body.data.me.data;
  };

  it.each([1, 7, 100, 279, 280, 281, 1_000])(
    'page by page of %i returns the same as the route',
    async (size) => {
      const expected = (await person.records()).filter(({ type }) => type !== 'upload');
      const pages = size === 1 ? 5 : Math.ceil(280 / size);
      const nodes: Json[] = [];
      let after: string | null = null;
      for (let index = 0; index < pages; index += 1) {
        const { edges, pageInfo }: Json = await page(`first: ${size}, after: $after`, { after });
        expect(pageInfo).toEqual({
          hasNextPage: (index + 1) * size < 280,
          hasPreviousPage: index > 0,
          startCursor: edges[0].cursor,
          endCursor: edges.at(-1).cursor,
        });
        nodes.push(...nodesOf({ edges }));
        after = pageInfo.endCursor;
      }
      const facts = ({ id, type, time, uploadId }: Json) => ({ id, type, time, uploadId });
      expect(nodes).toEqual(expected.slice(0, size * pages).map(facts));
    },
  );

  it.each([3, 50, 150])('of some types is paged by %i in both directions', async (size) => {
    const wanted = (await person.records('type=bolus,cbg,food')).map(({ id }) => id);
    const types = 'types: [BOLUS, CBG, FOOD, BOLUS]';
    const found: string[] = [];
    let info: Json = { hasNextPage: true };
    for (let left = 3; left > 0 && info.hasNextPage; left -= 1) {
      const after = info.endCursor ? `, after: "${info.endCursor}"` : '';
      const next = await page(`${types}, first: ${size}${after}`);
      found.push(...nodesOf(next).map(({ id }) => id));
      info = next.pageInfo;
    }
    expect(found).toEqual(wanted.slice(0, 3 * size));
    const end = await page(`${types}, last: ${size}`);
    const before = await page(`${types}, last: ${size}, before: "${end.pageInfo.startCursor}"`);
    expect(nodesOf(end).map(({ id }) => id)).toEqual(wanted.slice(-size));
    expect(nodesOf(before).map(({ id }) => id)).toEqual(wanted.slice(-2 * size, -size));
  });

  it('can stop and continue at any record', async () => {
    const all = await page('first: 1000');
    const { cursor } = all.edges[41];
    expect(nodesOf(await page('first: 1000, after: $after', { after: cursor }))).toEqual(
      nodesOf(all).slice(42),
    );
    const behind = await page('first: 5, after: $after', { after: all.pageInfo.endCursor });
    expect(behind).toEqual({
      edges: [],
      pageInfo: { hasNextPage: false, hasPreviousPage: true, startCursor: null, endCursor: null },
    });
  });

  it('returns 100 records by default', async () => {
    const query = '{ me { data { edges { node { id } } } } }';
    const { body } = await graph(query, { token: person.token });
    expect(body.data.me.data.edges).toHaveLength(100);
    expect((await page('first: 0')).edges).toEqual([]);
  });

  it('filters by type and time: the start is inclusive, the end exclusive', async () => {
    const nodes = nodesOf(await page(`types: [BOLUS], from: "${at(50)}", to: "${at(100)}", first: 1000`));
    // The REST route includes the end.
    const expected = await person.records(`type=bolus&startDate=${at(50)}&endDate=${at(100)}`);
    expect(expected.at(-1)?.time).toBe(at(100));
    expect(nodes.map(({ id }) => id)).toEqual(expected.slice(0, -1).map(({ id }) => id));
    expect(nodes[0].time).toBe(at(50));
    expect(nodesOf(await page('types: [], first: 5'))).toEqual([]);
    expect(nodesOf(await page('types: [BOLUS, BOLUS], first: 1000'))).toHaveLength(28);
    const inOtherZone = nodesOf(await page('from: "2024-05-06T05:40:00+02:00", first: 1000'));
    expect(inOtherZone.every(({ time }) => time >= at(220))).toBe(true);
    expect(inOtherZone).toHaveLength(10);
  });

  it.each(['-1', '1001', '2147483647'])('refuses pages of %s', async (first) => {
    for (const list of ['data', 'dataSets']) {
      const answer = await graph(`{ me { ${list}(first: ${first}) { edges { cursor } } } }`, {
        token: person.token,
      });
      expect(firstError(answer)).toMatchObject({ code: 'BAD_USER_INPUT', status: 400 });
    }
  });

  const cursor = (place: unknown): string => Buffer.from(JSON.stringify(place)).toString('base64url');

  it.each([
    'no cursor',
    '',
    cursor(5),
    cursor([]),
    cursor(['x', 1, 2]),
    cursor([1, 'a']),
    cursor([-1]),
    cursor([1.5]),
    cursor([1e300]),
    cursor(['1']),
    cursor([null, 'a', 'b']),
    cursor([1, 'é', 'b']),
    cursor([1, "'; --", 'b']),
    cursor([1, 'a', 'b', 'c']),
    cursor([1, { a: 1 }, 'b']),
  ])('refuses the cursor %s', async (after) => {
    for (const list of ['data', 'dataSets']) {
      const query = `query ($after: String) { me { ${list}(after: $after) { edges { cursor } } } }`;
      const answer = await graph(query, { token: person.token, variables: { after } });
      expect(firstError(answer)).toMatchObject({ code: 'BAD_USER_INPUT', status: 400 });
    }
  });

  it.each(['from: "2024-05-06"', 'to: "yesterday"', 'from: 5', 'types: [UNKNOWN]', 'types: CBG, from: "x"'])(
    'refuses %s',
    async (args) => {
      const answer = await graph(`{ me { data(${args}) { edges { cursor } } } }`, { token: person.token });
      expect(answer.body.errors.length).toBeGreaterThan(0);
      for (const { extensions } of answer.body.errors) expect(extensions).toMatchObject({ status: 400 });
    },
  );
});

describe('glucose in the graph', () => {
  it('is in the requested units', async () => {
    const person = await newPerson(server);
    const dataSetId = await person.openedContinuous();
    await person.uploaded(
      dataSetId,
      Array.from({ length: 401 }, (_, value) => cbg({ time: at(value), units: 'mg/dL', value })),
    );
    const query = `{ me { data(first: 1000) { edges { node { ... on ContinuousGlucose {
      value mgdL: value(units: MG_DL) mmolL: value(units: MMOL_L)
    } } } } } }`;
    const { body } = await graph(query, { token: person.token });
    const nodes = nodesOf(body.data.me.data);
    const stored = await person.records('type=cbg');
    expect(nodes.map(({ mgdL }) => mgdL)).toEqual(stored.map((_record, index) => index));
    expect(nodes.map(({ mmolL }) => mmolL)).toEqual(stored.map(({ value }) => value));
    expect(nodes.map(({ value }) => value)).toEqual(stored.map(({ value }) => value));
  });

  it('is converted within targets, sensitivities, trends and settings', async () => {
    const person = await newPerson(server);
    await person.uploaded(await person.openedContinuous(), [
      cbg({ time: at(0), trendRate: -2.26, trendRateUnits: 'mg/dL/minute' }),
      wizard({ time: at(1), bgInput: 250, insulinSensitivity: 45, bgTarget: { low: 90, high: 120 } }),
    ]);
    const query = `{ me { data { edges { node {
      ... on ContinuousGlucose { trendRate rate: trendRate(units: MG_DL) }
      ... on BolusCalculation {
        bgInput(units: MG_DL) insulinSensitivity(units: MG_DL)
        bgTarget { low(units: MG_DL) high(units: MG_DL) }
      }
    } } } } }`;
    const { body } = await graph(query, { token: person.token });
    expect(body.errors).toBeUndefined();
    const [reading, calculation] = nodesOf(body.data.me.data);
    expect(reading.rate).toBe(-2.3);
    expect(reading.trendRate).toBeCloseTo(-0.12545, 5);
    expect(calculation).toEqual({ bgInput: 250, insulinSensitivity: 45, bgTarget: { low: 90, high: 120 } });
  });
});

describe('the latest records in the graph', () => {
  it('are in the order of the types, one of each', async () => {
    const person = await newPerson(server);
    await person.uploaded(await person.openedContinuous(), [
      cbg({ time: at(1), value: 1 }),
      cbg({ time: at(2), value: 2 }),
      smbg({ time: at(1), value: 3 }),
    ]);
    const query = `{ me { latestData(types: [SMBG, BOLUS, CBG, SMBG]) {
      type ... on GlucoseReading { value }
    } } }`;
    const { body } = await graph(query, { token: person.token });
    expect(body.data.me.latestData).toEqual([
      { type: 'smbg', value: 3 },
      { type: 'cbg', value: 2 },
    ]);
    const none = await graph('{ me { latestData(types: []) { type } } }', { token: person.token });
    expect(none.body.data.me.latestData).toEqual([]);
  });

  it('of several people in one query are those of each, with the filter of each', async () => {
    const [one, other] = [await newPerson(server), await newPerson(server)];
    for (const [index, person] of [one, other].entries()) {
      await person.uploaded(await person.openedContinuous(), [
        cbg({ time: at(1), value: 4 + index, deviceId: 'first' }),
        cbg({ time: at(2), value: 6 + index, deviceId: 'second' }),
        ...(index === 0 ? [smbg({ time: at(3), value: 8 })] : []),
      ]);
    }
    const fields = '{ type ... on GlucoseReading { value } }';
    const query = `query ($one: ID!, $other: ID!) {
      one: user(id: $one) { latestData(types: [CBG, SMBG]) ${fields} }
      other: user(id: $other) { latestData(types: [SMBG, CBG]) ${fields} }
      first: user(id: $other) { latestData(types: [CBG], filter: { deviceId: "first" }) ${fields} }
    }`;
    const variables = { one: one.userId, other: other.userId };
    const { body } = await graph(query, { token: await newServerToken(server), variables });
    expect(body.data).toEqual({
      one: {
        latestData: [
          { type: 'cbg', value: 6 },
          { type: 'smbg', value: 8 },
        ],
      },
      other: { latestData: [{ type: 'cbg', value: 7 }] },
      first: { latestData: [{ type: 'cbg', value: 5 }] },
    });
  });
});

describe('data sets in the graph', () => {
  it('are listed as on the route', async () => {
    const person = await newPerson(server);
    for (let index = 0; index < 7; index += 1) {
      await person.openedContinuous({
        deviceId: index % 2 ? 'odd' : 'even',
        client: { name: `app ${index % 3}` },
      });
    }
    await person.opened();
    const query = `query ($after: String, $first: Int!, $deviceId: String, $clientName: String) { me {
      dataSets(first: $first, after: $after, deviceId: $deviceId, clientName: $clientName) {
        edges { cursor node { id type state time createdTime deviceId client { name } raw } }
        pageInfo { hasNextPage hasPreviousPage endCursor }
      }
    } }`;
    const list = async (variables: Record<string, unknown>): Promise<Json> =>
      (await graph(query, { token: person.token, variables })).body.data.me.dataSets;

    const expected = await person.dataSets();
    const first = await list({ first: 4 });
    const second = await list({ first: 4, after: first.pageInfo.endCursor });
    expect([...nodesOf(first), ...nodesOf(second)].map(({ raw }) => raw)).toEqual(expected);
    expect(first.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: false });
    expect(second.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: true });
    expect(nodesOf(first)[0]).toMatchObject({
      id: expected[0].uploadId,
      type: 'CONTINUOUS',
      state: 'OPEN',
      time: expected[0].time,
      createdTime: expected[0].createdTime,
      deviceId: 'even',
      client: { name: 'app 0' },
    });
    const odd = nodesOf(await list({ first: 10, deviceId: 'odd' }));
    expect(odd.map(({ raw }) => raw)).toEqual(await person.dataSets('deviceId=odd'));
    const ofApp = nodesOf(await list({ first: 10, clientName: 'app 1' }));
    expect(ofApp.map(({ raw }) => raw)).toEqual(await person.dataSets('client.name=app%201'));
  });

  it('are read one by one', async () => {
    const person = await newPerson(server);
    const { body: created } = await person.create({ deviceModel: 'M' });
    const query = 'query ($id: ID!) { dataSet(id: $id) { id state raw } }';
    const { uploadId } = created.data;
    const { body } = await graph(query, { token: person.token, variables: { id: uploadId } });
    expect(body.data.dataSet).toEqual({ id: uploadId, state: 'OPEN', raw: created.data });
    const missing = await graph(query, { token: person.token, variables: { id: 'ünknown' } });
    expect(firstError(missing)).toMatchObject({ code: 'NOT_FOUND', status: 404 });
  });
});

describe('other people’s data in the graph', () => {
  const edges = [
    'data { edges { node { id } } }',
    'latestData(types: [CBG]) { id }',
    'dataSets { edges { node { id } } }',
  ];

  it.each(edges)('user { %s } is for the owner and trusted servers', async (edge) => {
    const [person, stranger] = [await newPerson(server), await newPerson(server)];
    await person.uploaded(await person.openedContinuous(), [cbg()]);
    const query = `query ($id: ID!) { user(id: $id) { ${edge} } }`;
    const variables = { id: person.userId };
    const asOwner = await graph(query, { token: person.token, variables });
    expect(asOwner.body.errors).toBeUndefined();
    const asServer = await graph(query, { token: await newServerToken(server), variables });
    expect(asServer.body).toEqual(asOwner.body);
    const asStranger = await graph(query, { token: stranger.token, variables });
    expect(firstError(asStranger)).toMatchObject({ code: 'FORBIDDEN', status: 403 });
    expect(JSON.stringify(asStranger.body.data ?? null)).not.toContain('edges');
    const asNobody = await graph(query, { variables });
    expect(firstError(asNobody)).toMatchObject({ code: 'UNAUTHENTICATED', status: 401 });
  });

  it("are refused even next to one's own", async () => {
    const [person, stranger] = [await newPerson(server), await newPerson(server)];
    const dataSetId = await person.openedContinuous();
    await person.uploaded(dataSetId, [cbg()]);
    const query = `query ($own: ID!, $other: ID!, $dataSet: ID!) {
      own: user(id: $own) { data { edges { node { id } } } }
      other: user(id: $other) { data { edges { node { id } } } }
      dataSet(id: $dataSet) { id }
    }`;
    const variables = { own: stranger.userId, other: person.userId, dataSet: dataSetId };
    const { body } = await graph(query, { token: stranger.token, variables });
    expect(body.errors.length).toBeGreaterThan(0);
    expect(JSON.stringify(body.data ?? null)).not.toContain(dataSetId);
    expect(body.data?.other ?? null).toBeNull();
  });
});
