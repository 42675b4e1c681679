import { newServerToken, type TestAccount } from '../../../support/accounts';
import { api, type Answer, type Json } from '../../../support/api';
import { accepted, newClinic, newClinician, patientFields } from '../../../support/clinics';
import { newLegacyClinic, toldOfClinic } from '../../../support/legacy-clinics';
import { serverUnderTest } from '../../../support/server';

const server = serverUnderTest();
const { call, get, post, put } = api(server);

const whole = { ...toldOfClinic, country: 'US' };

let token: string;
let owner: TestAccount;
let path: string;

beforeEach(async () => {
  token = await newServerToken(server);
  ({ owner, path } = await newLegacyClinic(server, null));
});

const tell = async (fields: object) => accepted(await put(path, { token: owner.token, body: fields }));
const shown = async (): Promise<Json> => accepted(await get(path, { token }));
const trigger = (): Promise<Answer> => post(`${path}/migrate`, { token: owner.token });

it.each(['address', 'city', 'postalCode', 'state', 'country', 'clinicType'] as const)(
  'a legacy clinic cannot migrate without %s',
  async (missing) => {
    const { [missing]: last, ...others } = whole;
    await tell(others);
    expect((await shown()).canMigrate).toBe(false);
    expect((await trigger()).status).toBe(422);
    await tell({ ...others, [missing]: last });
    expect((await shown()).canMigrate).toBe(true);
    expect((await trigger()).status).toBe(200);
    expect((await shown()).canMigrate).toBe(false);
  },
);

it('a legacy clinic with two administrators cannot migrate', async () => {
  await tell(whole);
  const source = await newClinic(server, { name: 'Source' });
  accepted(await post(`${path}/merge`, { token, body: { sourceId: source.id } }));
  const admins = accepted(await get(`${path}/clinicians?role=CLINIC_ADMIN`, { token })) as Json[];
  expect(admins.map(({ id }) => id).sort()).toEqual([owner.userId, source.admin.userId].sort());
  const { status, body } = await trigger();
  expect([status, body.message]).toEqual([422, 'The clinic has more than one administrator.']);
  expect((await get(`${path}/migrations`, { token })).body).toEqual([]);
  expect((await shown()).canMigrate).toBe(true);
});

it('an account migrates to a single clinic', async () => {
  await tell(whole);
  const other = await newClinic(server);
  await newClinician(server, other, ['CLINIC_MEMBER'], owner);
  const body = { userId: owner.userId };
  expect((await post(`${other.path}/migrations`, { token, body })).status).toBe(202);
  expect((await trigger()).status).toBe(409);
  expect((await shown()).canMigrate).toBe(true);
});

it('a clinic created as such counts as migrated', async () => {
  const clinic = await newClinic(server, whole);
  expect(accepted(await get(clinic.path, { token })).canMigrate).toBe(false);
  expect((await post(`${clinic.path}/migrate`, { token: clinic.admin.token })).status).toBe(422);
});

describe('until a legacy clinic is migrated', () => {
  const person = { email: 'a@example.org', roles: ['CLINIC_MEMBER'] };
  it.each<[method: string, path: string, by: 'owner' | 'server', body: object | undefined]>([
    ['POST', '/clinicians', 'server', { ...person, id: '0123456789' }],
    ['PUT', '/clinicians/OWNER', 'owner', { ...person, roles: ['CLINIC_ADMIN'] }],
    ['DELETE', '/clinicians/OWNER', 'owner', undefined],
    ['POST', '/invites/clinicians', 'owner', person],
    ['GET', '/invites/clinicians/key', 'owner', undefined],
    ['PATCH', '/invites/clinicians/key', 'owner', undefined],
    ['DELETE', '/invites/clinicians/key', 'owner', undefined],
    ['GET', '/invites/clinicians/key/clinician', 'server', undefined],
    ['PATCH', '/invites/clinicians/key/clinician', 'server', { userId: 'OWNER' }],
    ['DELETE', '/invites/clinicians/key/clinician', 'server', undefined],
    ['POST', '/service_accounts', 'server', { name: 'a', client_id: 'b', client_secret: 'c' }],
    ['POST', '/migrations', 'server', { userId: 'OWNER' }],
  ])('it has no new or leaving members: %s %s', async (method, place, by, body) => {
    const named = (text: string) => text.replace('OWNER', owner.userId);
    const { status } = await call(method, path + named(place), {
      token: by === 'owner' ? owner.token : token,
      ...(body && { body: JSON.parse(named(JSON.stringify(body))) as object }),
    });
    expect(status).toBe(422);
    expect(accepted(await get(`${path}/clinicians`, { token }))).toHaveLength(1);
  });

  it('it has patients, tags, sites and settings', async () => {
    const [tag, site] = [
      accepted(await post(`${path}/patient_tags`, { token: owner.token, body: { name: 'T' } })),
      accepted(await post(`${path}/sites`, { token: owner.token, body: { name: 'S' } })),
    ];
    const body = { ...patientFields, tags: [tag.id], sites: [site] };
    const { id } = accepted(await post(`${path}/patients`, { token: owner.token, body }));
    expect((await get(`${path}/patients/${id}`, { token: owner.token })).status).toBe(200);
    const mrn = { required: false, unique: true };
    expect((await put(`${path}/settings/mrn`, { token, body: mrn })).body).toEqual(mrn);
    expect((await get(`${path}/patient_count`, { token: owner.token })).body.total).toBe(1);
  });
});
