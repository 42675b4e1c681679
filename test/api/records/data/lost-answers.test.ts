import { api } from '../../../support/api';
import { hangUp, leaveAtAnswer } from '../../../support/hang-up';
import { newPerson, type Person } from '../../../support/person';
import { at, cbg } from '../../../support/records';
import { legacyUpload, onceStored, repeatableUploads } from '../../../support/repeatable-uploads';
import { serverUnderTest } from '../../../support/server';
import { waitFor } from '../../../support/wait-until';

const server = serverUnderTest();
const { post, put } = api(server);

describe('an unnamed upload whose client disconnected before the response', () => {
  it('is stored once if it is repeated', async () => {
    const person = await newPerson(server);
    const batch = Array.from({ length: 50 }, (_none, index) => cbg({ time: at(index) }));
    const stored = async (id: string) => (await person.records(`uploadId=${id}&type=cbg`)).length;
    let uploadId = await person.openedContinuous();
    const send = () => hangUp(server, `/v1/datasets/${uploadId}/data`, { token: person.token, body: batch });
    while (!(await send())) uploadId = await person.openedContinuous();
    await waitFor('the records', async () => (await stored(uploadId)) > 0 || undefined);
    expect((await person.upload(uploadId, batch)).status).toBe(200);
    expect(await stored(uploadId)).toBe(batch.length);
    // After a response, it is another upload.
    await person.uploaded(uploadId, batch);
    expect(await stored(uploadId)).toBe(2 * batch.length);
  });
});

describe.each(Object.entries({ ...repeatableUploads, ...onceStored }))('%s', (_what, uploadOf) => {
  const begin = async (named = {}) => {
    const person = await newPerson(server);
    const { path, headers, raw, ...expected } = await uploadOf(server, person);
    return { path, options: { token: person.token, headers: { ...headers, ...named }, raw }, ...expected };
  };

  it('is stored once if its connection was reset after the response and it is repeated', async () => {
    const { path, options, made, size, count } = await begin();
    const first = await leaveAtAnswer(server, path, options);
    expect(first).toMatch(/^HTTP\/1\.1 20[01] /);
    const again = await post(path, options);
    expect([200, 201]).toContain(again.status);
    // Both responses report the same.
    expect(first).toContain(JSON.stringify(made(again)));
    expect(await count()).toBe(size);
  });

  it('is stored once with an idempotency key, however the connection ended', async () => {
    const { path, options, made, size, count } = await begin({ 'Idempotency-Key': 'a name' });
    await leaveAtAnswer(server, path, options);
    const [one, other] = [await post(path, options), await post(path, options)];
    expect([200, 201]).toContain(one.status);
    expect(made(one)).toEqual(made(other));
    expect(await count()).toBe(size);
  });
});

describe('equal requests whose responses have arrived', () => {
  it.each(Object.entries(repeatableUploads))('are different requests: %s', async (_what, uploadOf) => {
    const person = await newPerson(server);
    const { path, headers, raw, size, count } = await uploadOf(server, person);
    const options = { token: person.token, headers, raw };
    await leaveAtAnswer(server, path, options, 'close');
    await leaveAtAnswer(server, path, options, 'useAndReset');
    await post(path, options);
    await post(path, options);
    await Promise.all([post(path, options), post(path, options)]);
    expect(await count()).toBe(6 * size);
  });
});

describe('what was created over a connection that was reset after the response', () => {
  /** Sends a request as `leaveAtAnswer` does, and returns the body of the response. */
  const sentOnce = async (path: string, options: Parameters<typeof leaveAtAnswer>[2]) =>
    JSON.parse((await leaveAtAnswer(server, path, options)).split('\r\n\r\n')[1] ?? '');

  const creation = { headers: { 'Content-Type': 'application/json' }, raw: '{"deviceId":"pump"}' };

  it.each<[use: string, (person: Person, id: string) => Promise<unknown>]>([
    ['closed', (person, id) => person.closed(id)],
    ['filled', (person, id) => person.uploaded(id, [cbg()])],
    ['searched', (person, id) => person.deleteData(id, [{ id: 'a'.repeat(32) }])],
  ])('is a data set of its own once it was %s', async (_use, use) => {
    const person = await newPerson(server);
    const path = `/v1/users/${person.userId}/data_sets`;
    const first = await sentOnce(path, { token: person.token, ...creation });
    await use(person, first.data.uploadId);
    const next = await post(path, { token: person.token, ...creation });
    expect([next.status, next.body.data.uploadId === first.data.uploadId]).toEqual([201, false]);
    expect((await person.close(next.body.data.uploadId)).status).toBe(200);
  });

  it('is a blob of its own once it has content', async () => {
    const { userId, token } = await newPerson(server);
    const path = `/v1/users/${userId}/blobs`;
    const empty = { token, headers: { 'Content-Type': 'text/plain' }, raw: '' };
    const { id } = await sentOnce(path, empty);
    await put(`/v1/blobs/${id}/content`, { ...empty, raw: 'content' });
    const next = await post(path, empty);
    expect([next.body.status, next.body.id === id]).toEqual(['created', false]);
  });
});

describe('a legacy upload whose connection was reset after the response', () => {
  it.each<Record<string, string>>([{}, { 'Idempotency-Key': 'a name' }])(
    'is a duplicate if it is repeated: %j',
    async (named) => {
      const person = await newPerson(server);
      const { path, headers, raw } = legacyUpload(person);
      const options = { token: person.token, headers: { ...headers, ...named }, raw };
      expect(await leaveAtAnswer(server, path, options)).toMatch(/ 200 /);
      const { status, body } = await post(path, options);
      expect({ status, body }).toEqual({ status: 200, body: [0, 1] });
      expect(await person.records('type=cbg')).toHaveLength(2);
    },
  );
});
