import { api, type Answer, type Json } from '../../../support/api';
import {
  clinicFields,
  newClinic,
  newClinician,
  newPatient,
  patientFields,
  type TestClinic,
} from '../../../support/clinics';
import { serverUnderTest } from '../../../support/server';

const server = serverUnderTest();
const { get, graph, post, put } = api(server);

/** Something that two people edit. */
interface Edited {
  path: string;
  token: string;
  /** The body of an edit, as one of two people makes it. */
  edit: (name: string) => Json;
  /** The mutation, and its result as a field of the graph. */
  mutation: string;
  field: string;
  key: Json;
}

const newPatientToEdit = async (clinic: TestClinic): Promise<Edited> => {
  const { id: userId } = await newPatient(server, clinic);
  return {
    path: `${clinic.path}/patients/${userId}`,
    token: clinic.admin.token,
    edit: (fullName) => ({ ...patientFields, fullName }),
    mutation: 'updatePatient',
    field: 'patient',
    key: { clinicId: clinic.id, userId },
  };
};

const newClinicToEdit = async (): Promise<Edited> => {
  const clinic = await newClinic(server);
  return {
    path: clinic.path,
    token: clinic.admin.token,
    edit: (name) => ({ ...clinicFields, phoneNumbers: [{ type: 'Office', number: '1' }], name }),
    mutation: 'updateClinic',
    field: 'clinic',
    key: { clinicId: clinic.id },
  };
};

const newClinicianToEdit = async (clinic: TestClinic): Promise<Edited> => {
  const { userId, email } = await newClinician(server, clinic);
  return {
    path: `${clinic.path}/clinicians/${userId}`,
    token: clinic.admin.token,
    edit: (name) => ({ email, roles: ['CLINIC_MEMBER'], name }),
    mutation: 'updateClinician',
    field: 'clinician',
    key: { clinicId: clinic.id, userId },
  };
};

const entities = { patient: newPatientToEdit, clinic: newClinicToEdit, clinician: newClinicianToEdit };

const tagOf = ({ headers }: Answer): string => headers.get('etag') ?? '';

let clinic: TestClinic;
beforeAll(async () => {
  clinic = await newClinic(server);
});

describe.each(Object.entries(entities))('an edit of a %s that somebody else may edit', (_what, prepare) => {
  const change = ({ path, token, edit }: Edited, name: string, tag?: string) =>
    put(path, { token, body: edit(name), headers: tag === undefined ? {} : { 'If-Match': tag } });

  it('is made if nobody was faster, and refused otherwise', async () => {
    const edited = await prepare(clinic);
    const { path, token } = edited;
    const first = await get(path, { token });
    expect(tagOf(first)).toMatch(/^"[\w-]+\.[\w-]+"$/);
    expect(first.body).not.toHaveProperty('version');
    const made = await change(edited, 'One', tagOf(first));
    expect(made.status).toBe(200);
    expect(made.body).not.toHaveProperty('version');
    expect((await change(edited, 'Other', tagOf(first))).status).toBe(412);
    const second = await get(path, { token });
    expect(JSON.stringify(second.body)).toContain('"One"');
    expect(tagOf(second)).toBe(tagOf(made));
    expect((await change(edited, 'Other', tagOf(second))).status).toBe(200);
    expect((await change(edited, 'Third', '*')).status).toBe(200);
    expect((await change(edited, 'Fourth')).status).toBe(200);
  });

  it('is made once if several arrive at once', async () => {
    const edited = await prepare(clinic);
    for (let round = 0; round < 3; round += 1) {
      const tag = tagOf(await get(edited.path, edited));
      const names = ['A', 'B', 'C', 'D'].map((name) => `${name} ${round}`);
      const answers = await Promise.all(names.map((name) => change(edited, name, tag)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412]);
    }
  });

  it('is refused for a tag that is not one of ours, and for several', async () => {
    const edited = await prepare(clinic);
    const tag = tagOf(await get(edited.path, edited));
    for (const other of ['"a.b"', `W/${tag}`, 'nothing'])
      expect([other, (await change(edited, 'One', other)).status]).toEqual([other, 412]);
    expect((await change(edited, 'One', `${tag}, "a.b"`)).status).toBe(400);
    expect(tagOf(await get(edited.path, edited))).toBe(tag);
  });

  it('is checked in the graph', async () => {
    const edited = await prepare(clinic);
    const { token, mutation, field, key } = edited;
    const type = `${mutation.charAt(0).toUpperCase()}${mutation.slice(1)}Input`;
    const run = (expectedVersion: string | undefined, name: string) => {
      const changes =
        field === 'patient'
          ? { fullName: name }
          : { name, ...(field === 'clinician' && { roles: ['CLINIC_MEMBER'] }) };
      return graph(`mutation ($input: ${type}!) { ${mutation}(input: $input) { ${field} { version } } }`, {
        token,
        variables: { input: { ...key, ...changes, expectedVersion } },
      });
    };
    const { version } = (await run(undefined, 'One')).body.data[mutation][field];
    const again = (await run(version, 'Two')).body.data[mutation][field];
    expect(again.version).not.toBe(version);
    const { body } = await run(version, 'Three');
    expect(body.errors[0].extensions).toMatchObject({ code: 'PRECONDITION_FAILED', status: 412 });
    expect(tagOf(await get(edited.path, edited))).toContain(again.version);
  });
});

describe('the version of a patient', () => {
  it('changes with tags, but not with reminders; the entity tag changes with both', async () => {
    const { path, token } = await newPatientToEdit(clinic);
    const read = async () => {
      const tag = tagOf(await get(path, { token }));
      return { tag, version: tag.split('.')[0] };
    };
    const first = await read();
    const userId = path.split('/').at(-1);
    expect((await post(`${clinic.path}/patients/${userId}/upload_reminder`, { token })).status).toBe(200);
    const second = await read();
    expect(second.version).toBe(first.version);
    expect(second.tag).not.toBe(first.tag);
    const { id } = (await post(`${clinic.path}/patient_tags`, { token, body: { name: 'Tag' } })).body;
    await post(`${clinic.path}/patients/assign_tag/${id}`, { token, body: [userId] });
    expect((await read()).version).not.toBe(first.version);
  });
});

it('the version of a clinic is not shown to people outside', async () => {
  const { admin } = await newClinic(server);
  const { body } = await graph(`{ clinic(id: "${clinic.id}") { version } }`, { token: admin.token });
  expect(body.data.clinic.version).toBeNull();
  expect((await get(clinic.path, { token: admin.token })).headers.get('etag')).toBeNull();
});
