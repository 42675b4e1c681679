import { MetadataEntity } from '../../../../src/identity/metadata/metadata.entity';
import { newAccount, newServerToken } from '../../../support/accounts';
import { api } from '../../../support/api';
import { newClinic, newPatient, patientFields } from '../../../support/clinics';
import { startOwnApp } from '../../../support/own-app';
import { serverUnderTest } from '../../../support/server';

const server = serverUnderTest();
const { get, graph, put } = api(server);

const limit = 1024 * 1024;
const sentence = (name: string) => `The collection ${name} can have at most ${limit} bytes as JSON.`;
const refusal = (name: string) => ({ code: 413, message: sentence(name), reason: sentence(name) });

/** Two thirds of what a collection can have. */
const much = 'x'.repeat(700_000);

/** The text of a field that fills a collection which has no other one. */
const filling = (field: string) => 'x'.repeat(limit - JSON.stringify({ [field]: '' }).length);

describe('a collection', () => {
  it.each(['profile', 'preferences', 'settings', 'groups', 'private'])(
    '%s has at most 1 MiB, and stays as it was',
    async (name) => {
      const { userId } = await newAccount(server);
      const [path, token] = [`/metadata/${userId}/${name}`, await newServerToken(server)];
      expect((await put(path, { token, body: { a: much } })).status).toBe(200);
      const { status, body } = await put(path, { token, body: { b: much } });
      expect(status).toBe(413);
      expect(body).toEqual(refusal(name));
      expect((await get(path, { token })).body).toEqual({ a: much });
      expect((await put(path, { token, body: { a: null, b: much } })).body).toEqual({ b: much });
    },
  );

  it('is measured in bytes of its JSON', async () => {
    const { userId, token } = await newAccount(server);
    const path = `/metadata/${userId}/groups`;
    const whole = filling('a');
    expect((await put(path, { token, body: { a: whole } })).status).toBe(200);
    const wider = `é${whole.slice(1)}`;
    for (const body of [{ b: 1 }, { a: wider }]) expect((await put(path, { token, body })).status).toBe(413);
    expect((await put(path, { token, body: { a: wider.slice(0, -1) } })).status).toBe(200);
  });

  it('is not larger for the graph', async () => {
    const { userId, token } = await newAccount(server);
    const update = (change: object) =>
      graph('mutation ($input: UpdateMetadataInput!) { updateMetadata(input: $input) { collection } }', {
        ...{ token, variables: { input: { userId, ...change } } },
      });
    await put(`/metadata/${userId}/preferences`, { token, body: { a: filling('a') } });
    for (const change of [
      { collection: 'preferences', patch: { b: 1 } },
      { preferences: { displayLanguageCode: 'fr' } },
    ]) {
      const [error] = (await update(change)).body.errors;
      expect(error).toMatchObject({
        message: sentence('preferences'),
        extensions: { code: 'PAYLOAD_TOO_LARGE', status: 413 },
      });
    }
  });

  it('is not larger for a clinic that writes the profile of a patient', async () => {
    const clinic = await newClinic(server);
    const { id } = await newPatient(server, clinic, { fullName: 'A' });
    const token = await newServerToken(server);
    const { body: profile } = await get(`/metadata/${id}/profile`, { token });
    const free = limit - JSON.stringify({ ...profile, note: '' }).length;
    await put(`/metadata/${id}/profile`, { token, body: { note: 'x'.repeat(free) } });
    const rename = (fullName: string) =>
      put(`${clinic.path}/patients/${id}`, {
        ...{ token: clinic.admin.token, body: { ...patientFields, fullName } },
      });
    const { status, body } = await rename('Ann');
    expect({ status, message: body.message }).toEqual({ status: 413, message: sentence('profile') });
    expect((await rename('B')).status).toBe(200);
  });
});

describe('a collection that was larger before there was a limit', () => {
  it('can become smaller', async () => {
    const own = await startOwnApp();
    try {
      const { put: putThere } = api(own.server);
      const { userId, token } = await newAccount(own.server);
      const [row, path] = [{ userId, collection: 'groups' }, `/metadata/${userId}/groups`];
      await putThere(path, { token, body: { a: 1 } });
      const content = JSON.stringify({ a: much, b: much, c: much });
      await own.database.transaction((manager) => manager.update(MetadataEntity, row, { content }));
      expect((await putThere(path, { token, body: { d: 1 } })).status).toBe(413);
      expect((await putThere(path, { token, body: { a: null } })).body).toEqual({ b: much, c: much });
    } finally {
      await own.close();
    }
  });
});
