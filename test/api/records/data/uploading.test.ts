import { newServerToken } from '../../../support/accounts';
import { api } from '../../../support/api';
import { formatFindings } from '../../../support/findings';
import { newPerson, type Person } from '../../../support/person';
import { at, cbg, food } from '../../../support/records';
import { serverUnderTest } from '../../../support/server';

const server = serverUnderTest();
const { post } = api(server);
const mebibyte = 1024 * 1024;

let person: Person;
beforeAll(async () => {
  person = await newPerson(server);
});

describe('uploading records', () => {
  it.each(['/v1/datasets/', '/v1/data_sets/', '/dataservices/v1/datasets/', '/dataservices/v1/data_sets/'])(
    'returns 200 and an empty list at %s',
    async (path) => {
      const uploadId = await person.openedContinuous();
      const { status, body } = await post(`${path}${uploadId}/data`, { token: person.token, body: [cbg()] });
      expect(status).toBe(200);
      expect(body).toEqual({ data: [], meta: { trace: { request: expect.any(String) } } });
      expect(await person.records(`uploadId=${uploadId}&type=cbg`)).toHaveLength(1);
    },
  );

  it('ignores the Content-Type', async () => {
    const uploadId = await person.openedContinuous();
    const headers = { 'Content-Type': 'text/plain' };
    const raw = JSON.stringify([cbg()]);
    expect((await post(`/v1/data_sets/${uploadId}/data`, { token: person.token, headers, raw })).status).toBe(
      200,
    );
    expect((await post(`/v1/data_sets/${uploadId}/data`, { token: person.token, raw })).status).toBe(200);
    expect(await person.records(`uploadId=${uploadId}&type=cbg`)).toHaveLength(2);
  });

  it.each(['[]', 'null', '[null]', '[null, null]', ' [ ] '])('accepts %s and stores nothing', async (raw) => {
    const uploadId = await person.openedContinuous();
    const { status, body } = await post(`/v1/data_sets/${uploadId}/data`, { token: person.token, raw });
    expect(status).toBe(200);
    expect(body.data).toEqual([]);
    expect(await person.records(`uploadId=${uploadId}&type=cbg`)).toEqual([]);
  });

  it('skips null elements but counts them', async () => {
    const uploadId = await person.openedContinuous();
    await person.uploaded(uploadId, [null, cbg(), null]);
    expect(await person.records(`uploadId=${uploadId}&type=cbg`)).toHaveLength(1);
    const refused = await person.upload(uploadId, [null, cbg(), null, cbg({ value: -1 })]);
    expect(formatFindings(refused)).toEqual(['value-out-of-range /3/value']);
  });

  it.each([
    ['', 'json-not-found'],
    ['{}', 'json-malformed'],
    ['{"data":[]}', 'json-malformed'],
    [JSON.stringify(cbg()), 'json-malformed'],
    ['"text"', 'json-malformed'],
    ['5', 'json-malformed'],
    ['true', 'json-malformed'],
    ['[] []', 'json-malformed'],
    ['[],', 'json-malformed'],
    ['[', 'json-malformed'],
    ['[{]', 'json-malformed'],
    ['\ufeff[]x', 'json-malformed'],
    [`${'['.repeat(65)}${']'.repeat(65)}`, 'json-malformed'],
    ['['.repeat(100_000), 'json-malformed'],
  ])('refuses the whole body %.40j', async (raw, code) => {
    const uploadId = await person.openedContinuous();
    const refused = await post(`/v1/data_sets/${uploadId}/data`, { token: person.token, raw });
    expect(refused.status).toBe(400);
    expect(formatFindings(refused)).toEqual([`${code} about the whole`]);
  });

  it('refuses bytes that are not UTF-8', async () => {
    const uploadId = await person.openedContinuous();
    const raw = Buffer.from('[{"type":"food","name":"caf\u00e9"}]', 'latin1');
    const refused = await post(`/v1/data_sets/${uploadId}/data`, { token: person.token, raw });
    expect(formatFindings(refused)).toEqual(['json-malformed about the whole']);
  });

  it('refuses elements that are not objects', async () => {
    const uploadId = await person.openedContinuous();
    const refused = await person.upload(uploadId, [5, cbg(), 'text', [], true]);
    expect(refused.status).toBe(400);
    expect(formatFindings(refused)).toEqual(['0', '2', '3', '4'].map((index) => `type-not-object /${index}`));
  });

  it('checks the token, the data set, the permission, the state and then the body', async () => {
    const stranger = await newPerson(server);
    const closed = await person.opened();
    await person.closed(closed);
    const send = (id: string, token?: string) => post(`/v1/data_sets/${id}/data`, { token, raw: '{' });
    expect((await send(closed)).status).toBe(401);
    expect((await send('unknown')).status).toBe(401);
    const unknown = await send('unknown', stranger.token);
    expect(unknown.status).toBe(404);
    expect(formatFindings(unknown)).toEqual(['data-set-id-not-found about the whole']);
    expect((await send(closed, stranger.token)).status).toBe(403);
    const refused = await send(closed, person.token);
    expect(refused.status).toBe(409);
    expect(formatFindings(refused)).toEqual(['data-set-closed about the whole']);
    expect((await send(await person.opened(), person.token)).status).toBe(400);
    expect((await person.upload(closed, [])).status).toBe(409);
  });

  it('is open to trusted servers', async () => {
    const uploadId = await person.openedContinuous();
    const token = await newServerToken(server);
    expect((await post(`/v1/data_sets/${uploadId}/data`, { token, body: [cbg()] })).status).toBe(200);
    expect(await person.records(`uploadId=${uploadId}&type=cbg`)).toHaveLength(1);
  });

  it('makes records of a normal data set visible once it is closed, those of a continuous one at once', async () => {
    const owner = await newPerson(server);
    const [normal, continuous] = [await owner.opened(), await owner.openedContinuous()];
    await owner.uploaded(normal, [cbg({ time: at(1) })]);
    await owner.uploaded(continuous, [cbg({ time: at(2) })]);
    const shown = async () => (await owner.records('type=cbg')).map(({ uploadId }) => uploadId);
    expect(await shown()).toEqual([continuous]);
    expect(await owner.records(`uploadId=${normal}`)).toEqual([]);
    expect((await owner.records('type=cbg&latest=1')).map(({ uploadId }) => uploadId)).toEqual([continuous]);
    await owner.closed(normal);
    expect(await shown()).toEqual([normal, continuous]);
  });
});

describe('the size of an upload', () => {
  it('may be several thousand records', async () => {
    const uploadId = await person.openedContinuous();
    const records = Array.from({ length: 5_000 }, (_, index) => cbg({ time: at(index) }));
    await person.uploaded(uploadId, records);
    expect(await person.records(`uploadId=${uploadId}&type=cbg`)).toHaveLength(5_000);
  });

  it('may be up to 32 MiB', async () => {
    const uploadId = await person.openedContinuous();
    const notes = Array.from({ length: 100 }, () => '"\\"'.repeat(333));
    const records = Array.from({ length: 160 }, (_, index) => food({ time: at(index), notes }));
    const raw = JSON.stringify(records);
    expect(raw.length).toBeGreaterThan(30 * mebibyte);
    const padded = raw.padEnd(32 * mebibyte);
    const path = `/v1/data_sets/${uploadId}/data`;
    expect((await post(path, { token: person.token, raw: padded })).status).toBe(200);
    expect(await person.records(`uploadId=${uploadId}&type=food`)).toHaveLength(160);

    const refused = await post(path, { token: person.token, raw: `${padded} ` });
    expect(refused.status).toBe(413);
    expect(formatFindings(refused)).toEqual(['resource-too-large about the whole']);
    expect(refused.body).not.toHaveProperty('status');
    expect(await person.records(`uploadId=${uploadId}&type=food`)).toHaveLength(160);
  });

  it('may not be a single record of many megabytes', async () => {
    const uploadId = await person.openedContinuous();
    const ingredients = Array.from({ length: 100 }, () => ({
      name: 'n'.repeat(100),
      brand: 'b'.repeat(100),
    }));
    const meal = { ingredients: ingredients.map((each) => ({ ...each, ingredients })) };
    const record = food({ ingredients: Array.from({ length: 3 }, () => meal) });
    expect(JSON.stringify(record).length).toBeGreaterThan(4 * mebibyte);
    const refused = await person.upload(uploadId, [cbg(), record]);
    expect(refused.status).toBe(400);
    expect(formatFindings(refused)).toEqual(['size-out-of-range /1']);
    expect(await person.records(`uploadId=${uploadId}&type=cbg`)).toEqual([]);
  });
});
