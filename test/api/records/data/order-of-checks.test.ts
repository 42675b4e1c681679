import { newServerToken } from '../../../support/accounts';
import { api, type CallOptions } from '../../../support/api';
import { formatFindings } from '../../../support/findings';
import { newPerson } from '../../../support/person';
import { serverUnderTest } from '../../../support/server';

const server = serverUnderTest();
const { call } = api(server);

const notJson = '{';
const unknownParameter = 'unknown=1';

/** Routes to one data set that accept a body. */
const changes: [method: string, rest: string][] = [
  ['PUT', ''],
  ['POST', '/data'],
  ['DELETE', '/data'],
];

describe('a request for a data set', () => {
  it.each(changes)(
    'of %s %s checks token, data set, permission, state, query and body, in this order',
    async (method, rest) => {
      const [owner, stranger] = [await newPerson(server), await newPerson(server)];
      const serverToken = await newServerToken(server);
      const [open, closed] = [await owner.openedContinuous(), await owner.opened()];
      await owner.closed(closed);
      const ask = async (dataSetId: string, query: string, options: CallOptions) => {
        const answer = await call(method, `/v1/datasets/${dataSetId}${rest}?${query}`, options);
        return [answer.status, formatFindings(answer)[0]];
      };
      const asOwner = { token: owner.token, raw: notJson };
      const asServer = { token: serverToken, raw: notJson };
      expect(await ask(open, unknownParameter, { raw: notJson })).toEqual([
        401,
        'unauthenticated about the whole',
      ]);
      expect(await ask('nothing', unknownParameter, asOwner)).toEqual([
        404,
        'data-set-id-not-found about the whole',
      ]);
      const asStranger = { token: stranger.token, raw: notJson };
      expect(await ask(open, unknownParameter, asStranger)).toEqual([403, 'unauthorized about the whole']);
      expect(await ask(closed, unknownParameter, asOwner)).toEqual([409, 'data-set-closed about the whole']);
      expect(await ask(open, unknownParameter, asServer)).toEqual([400, 'not-parsed unknown']);
      expect(await ask(open, '', asServer)).toEqual([400, 'json-malformed about the whole']);
    },
  );

  it('has no parameters, and neither has one that creates it or a legacy upload', async () => {
    const { token, userId, ...person } = await newPerson(server);
    const dataSetId = await person.opened();
    const routes: [method: string, path: string][] = [
      ['GET', `/v1/data_sets/${dataSetId}`],
      ['GET', `/v1/datasets/${dataSetId}`],
      ['PUT', `/v1/datasets/${dataSetId}`],
      ['DELETE', `/v1/datasets/${dataSetId}`],
      ['POST', `/v1/users/${userId}/data_sets`],
      ['POST', `/data/${userId}`],
    ];
    for (const [method, path] of routes) {
      const options = method === 'POST' ? { token, body: {} } : { token };
      expect(formatFindings(await call(method, `${path}?${unknownParameter}`, options))).toEqual([
        'not-parsed unknown',
      ]);
    }
    expect(await person.dataSets('deleted=true')).toEqual([]);
  });
});

describe('the body of a request that closes a data set', () => {
  it('is not read, however large it is', async () => {
    const { token, ...person } = await newPerson(server);
    for (const raw of [notJson, '', 'x'.repeat(3 * 1024 * 1024), '{"state":"open","unknown":1}']) {
      const dataSetId = await person.opened();
      expect((await call('PUT', `/v1/datasets/${dataSetId}`, { token, raw })).status).toBe(200);
    }
    expect(await person.dataSets()).toHaveLength(4);
  });
});
