import { newAccount } from '../../support/accounts';
import { api, type Json } from '../../support/api';
import { sendBlob } from '../../support/content';
import { newPerson } from '../../support/person';
import { bolus, cbg } from '../../support/records';
import { serverUnderTest } from '../../support/server';

const server = serverUnderTest();
const { get } = api(server);

describe('a plus in a query', () => {
  it('is a blank, as in forms', async () => {
    const person = await newPerson(server);
    const name = 'My App';
    const set = await person.openedContinuous({ deviceId: 'Pump 1', client: { name } });
    await person.uploaded(set, [cbg({ deviceId: 'Pump 1' }), bolus()]);
    const sets = await person.dataSets(String(new URLSearchParams({ deviceId: 'Pump 1' })));
    expect(sets.map(({ uploadId }: Json) => uploadId)).toEqual([set]);
    expect(await person.dataSets('client.name=My+App')).toEqual(sets);
    const found = await person.records('deviceId=Pump+1');
    expect(found.map(({ type }) => type)).toEqual(['cbg', 'upload']);
  });

  it('is a plus if it is escaped', async () => {
    const person = await newPerson(server);
    const set = await person.openedContinuous({ deviceId: 'Pump+1' });
    expect(await person.dataSets('deviceId=Pump%2B1')).toMatchObject([{ uploadId: set }]);
    expect(await person.dataSets('deviceId=Pump%201')).toEqual([]);
  });

  it.each([
    ['text/plain; charset=utf-8', 'mediaType=text%2Fplain%3B+charset%3Dutf-8'],
    ['application/fhir+json', 'mediaType=application/fhir%2Bjson'],
    ['application/fhir+json', 'mediaType=application/fhir+json'],
    ['text/plain', 'mediaType=application/json,%20text/plain'],
    ['text/plain', 'mediaType=+text/plain'],
    ['text/plain; charset=utf-8', 'mediaType=text/plain+;charset=utf-8'],
    ['text/plain; charset=utf-8', 'mediaType=text/plain;%20%20charset=utf-8'],
    ['text/plain; title="a b"', 'mediaType=text/plain%3B%20title%3D%22a%20b%22'],
  ])('finds content of the type %s with %s', async (type, query) => {
    const { userId, token } = await newAccount(server);
    const blob = await sendBlob(server, userId, { token, raw: '1', headers: { 'Content-Type': type } });
    const { body } = await get(`/v1/users/${userId}/blobs?${query}`, { token });
    expect(body).toEqual([blob.body]);
  });

  it.each(['+', '%2B', '%2b'])('is one in the offset of a time, written as %s', async (plus) => {
    const person = await newPerson(server);
    const set = await person.openedContinuous();
    await person.uploaded(set, [
      cbg({ time: '2024-05-06T00:00:00.000Z' }),
      cbg({ time: '2024-05-06T02:00:00.000Z' }),
    ]);
    const found = await person.records(`type=cbg&startDate=2024-05-06T03:00:00${plus}02:00`);
    expect(found.map(({ time }) => time)).toEqual(['2024-05-06T02:00:00.000Z']);
  });
});

describe('a refusal of a parameter', () => {
  it.each([
    ['data', 'startDate=2024-05-06+03:00:00Z', '2024-05-06 03:00:00Z'],
    ['blobs', 'size=5%20', '5 '],
    ['notes', 'starttime=%20', ' '],
  ])('quotes what was sent: %s, %s', async (kind, query, quoted) => {
    const { userId, token } = await newAccount(server);
    const paths = {
      data: `/data/${userId}`,
      blobs: `/v1/users/${userId}/blobs`,
      notes: `/message/all/${userId}`,
    };
    const { status, body } = await get(`${paths[kind as keyof typeof paths]}?${query}`, { token });
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toContain(JSON.stringify(`"${quoted}" is not`).slice(1, -1));
  });
});
