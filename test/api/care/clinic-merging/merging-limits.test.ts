import { randomUUID } from 'node:crypto';
import { newAccount, newServerToken, type TestAccount } from '../../../support/accounts';
import { api, type Answer, type Json } from '../../../support/api';
import {
  accepted,
  addPatient,
  newClinic,
  newClinician,
  newPatient,
  patientFields,
  type TestClinic,
} from '../../../support/clinics';
import { mailsTo } from '../../../support/mails';
import { startOwnApp } from '../../../support/own-app';
import { serverUnderTest } from '../../../support/server';
import { waitFor } from '../../../support/wait-until';

const server = serverUnderTest();
const { get, post, put } = api(server);

let source: TestClinic;
let target: TestClinic;
let token: string;

beforeEach(async () => {
  token = await newServerToken(server);
  source = await newClinic(server, { name: 'Source', country: 'US' });
  target = await newClinic(server, { name: 'Target', country: 'US' });
});

const report = async (): Promise<Json> =>
  accepted(
    await post(`${target.path}/reports/merge`, {
      token,
      headers: { Accept: 'application/json' },
      body: { sourceId: source.id },
    }),
  );
const merge = (): Promise<Answer> => post(`${target.path}/merge`, { token, body: { sourceId: source.id } });
const newSite = async ({ path }: TestClinic, name: string): Promise<string> =>
  accepted(await post(`${path}/sites`, { token, body: { name } })).id;
const restrict = ({ path }: TestClinic, restrictions: object[]) =>
  put(`${path}/membership_restrictions`, { token, body: { restrictions } });

describe('restrictions of membership', () => {
  const restriction = { emailDomain: 'a.example', requiredIdp: 'x' };
  it.each<[string, object[], object[], string[]]>([
    ['the same', [restriction], [restriction], []],
    ['more in the target', [restriction], [{ emailDomain: 'b.example' }, restriction], []],
    ['of no provider', [restriction], [{ emailDomain: 'a.example' }], ['Membership restrictions mismatch']],
    [
      'of another provider',
      [restriction],
      [{ ...restriction, requiredIdp: 'y' }],
      ['Membership restrictions mismatch'],
    ],
    ['of the target alone', [], [restriction], []],
  ])('%s: %j and %j', async (_what, ofSource, ofTarget, errors) => {
    // Members of the source also work in the target, so the merge adds no one.
    await newClinician(server, target, ['CLINIC_MEMBER'], source.admin);
    await restrict(source, ofSource);
    await restrict(target, ofTarget);
    const plan = await report();
    expect([plan.Errors, plan.PreventsMerge]).toEqual([errors, errors.length > 0]);
    expect(plan.MembershipRestrictionsMergePlan).toEqual({
      SourceValue: ofSource.map(named),
      TargetValue: ofTarget.map(named),
    });
    expect((await merge()).status).toBe(errors.length > 0 ? 400 : 200);
  });

  const named = (each: object): object =>
    Object.fromEntries(
      Object.entries(each).map(([name, value]) => [name.charAt(0).toUpperCase() + name.slice(1), value]),
    );
});

it('a member of both clinics gets the roles in the target, and the mail for members of the source', async () => {
  await newClinician(server, target, ['CLINIC_MEMBER'], source.admin);
  const member = await newClinician(server, source, ['CLINIC_MEMBER', 'PRESCRIBER']);
  accepted(await merge());
  const people = accepted(await get(`${target.path}/clinicians`, { token })) as Json[];
  const roles = Object.fromEntries(people.map(({ id, roles: held }) => [id, held]));
  expect(roles).toEqual({
    [target.admin.userId]: ['CLINIC_ADMIN'],
    [source.admin.userId]: ['CLINIC_MEMBER'],
    [member.userId]: ['CLINIC_MEMBER', 'PRESCRIBER'],
  });
  await waitFor('the mail', async () =>
    (await mailsTo(server, source.admin.email)).find((mail) => mail.includes('a part of that of Target')),
  );
});

it.each([
  [['Site (2)'], ['Site (2)'], { 'Site (2)': 'Site (3)' }],
  [['Site (2)'], ['SITE (2)', 'site (3)'], { 'Site (2)': 'Site (4)' }],
  [['Site'], ['Site', 'Site (2)'], { Site: 'Site (3)' }],
  [['Site', 'Other'], ['site (2)'], {}],
])('sites %j get other names next to %j: %j', async (ofSource, ofTarget, renamed) => {
  for (const name of ofSource) await newSite(source, name);
  for (const name of ofTarget) await newSite(target, name);
  const { SitesPlans: plans } = await report();
  const planned = plans
    .filter(({ Action }: Json) => Action === 'RENAME')
    .map(({ Site, ExpectedRename }: Json) => [Site.Name, ExpectedRename]);
  expect(Object.fromEntries(planned)).toEqual(renamed);
  accepted(await merge());
  const { sites } = accepted(await get(target.path, { token }));
  const expected = [
    ...ofTarget,
    ...ofSource.map((name) => (renamed as Record<string, string>)[name] ?? name),
  ];
  expect(sites.map(({ name }: Json) => name).sort()).toEqual(expected.sort());
});

it('limits for sites and patients do not apply to a merge', async () => {
  for (let index = 0; index < 50; index += 1) await newSite(target, `S${index}`);
  const site = await newSite(source, 'Another');
  const { id } = await newPatient(server, source, { sites: [{ id: site, name: 'Another' }] });
  const body = { hardLimit: { plan: 0 } };
  expect((await put(`${target.path}/settings/patient_count`, { token, body })).body).toEqual(body);
  accepted(await merge());
  expect(accepted(await get(target.path, { token })).sites).toHaveLength(51);
  expect(accepted(await get(`${target.path}/patients/${id}`, { token })).sites).toHaveLength(1);
  expect((await get(`${target.path}/patient_count`, { token })).body).toEqual({ total: 1, demo: 0, plan: 1 });
  const patient = { ...patientFields, fullName: 'New' };
  expect((await post(`${target.path}/patients`, { token, body: patient })).status).toBe(402);
});

it('merged record numbers are unique from then on, and do not distinguish patients before', async () => {
  for (const { path } of [source, target])
    await put(`${path}/settings/mrn`, { token, body: { required: false, unique: false } });
  const [shared, same] = [await newAccount(server), { mrn: 'M1' }];
  for (const clinic of [source, target]) await addPatient(server, clinic, shared, ['view'], patientFields);
  await newPatient(server, source, same);
  await newPatient(server, target, same);
  for (const { path } of [source, target])
    await put(`${path}/settings/mrn`, { token, body: { required: false, unique: true } });
  expect((await report()).Errors).toEqual(['MRN exists in target workspace']);
  for (const { path } of [source, target])
    await put(`${path}/settings/mrn`, { token, body: { required: false, unique: false } });
  accepted(await merge());
  await put(`${target.path}/settings/mrn`, { token, body: { required: false, unique: true } });
  const body = { ...patientFields, mrn: 'm1' };
  expect((await post(`${target.path}/patients`, { token, body })).status).toBe(400);
});

it('the record number of the demo patient is taken, although that patient is no part of the plan', async () => {
  const demoId = randomUUID();
  const own = await startOwnApp({ DEMO_PATIENT_ID: demoId });
  try {
    const { accounts } = own.app.services;
    const demo = accounts.prepareServiceAccount(demoId);
    await own.database.transaction((manager) => accounts.insert(manager, demo));
    const [from, to] = [await newClinic(own.server), await newClinic(own.server)];
    const [as, call] = [{ token: await newServerToken(own.server) }, api(own.server)];
    for (const { path } of [from, to])
      await call.put(`${path}/settings/mrn`, { ...as, body: { required: false, unique: true } });
    const number = (mrn: string) => ({ ...as, body: { ...patientFields, mrn } });
    accepted(await call.put(`${to.path}/patients/${demoId}`, number('DM1')));
    const { id } = await newPatient(own.server, from, { mrn: 'dm1' });
    const asked = { ...as, body: { sourceId: from.id } };
    const headers = { Accept: 'application/json' };
    const plan = accepted(await call.post(`${to.path}/reports/merge`, { ...asked, headers }));
    const message = 'MRN exists in target workspace';
    expect([plan.Errors, plan.PatientPlans]).toEqual([
      [message],
      [expect.objectContaining({ CanExecuteAction: false, Error: { Message: message } })],
    ]);
    const refused = await call.post(`${to.path}/merge`, asked);
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining(message)]);
    // Only the demo patient of the target keeps its number.
    accepted(await call.put(`${from.path}/patients/${id}`, number('other')));
    accepted(await call.put(`${from.path}/patients/${demoId}`, number('DM1')));
    accepted(await call.post(`${to.path}/merge`, asked));
  } finally {
    await own.close();
  }
});

it.each([
  ['required', { required: true, unique: false }],
  ['unique', { required: false, unique: true }],
])('different settings for whether record numbers are %s prevent a merge', async (_what, body) => {
  await put(`${source.path}/settings/mrn`, { token, body });
  expect((await report()).Errors).toEqual(['Settings mismatch']);
  expect((await merge()).status).toBe(400);
  // A missing setting equals an empty one.
  await put(`${source.path}/settings/mrn`, { token, body: { required: false, unique: false } });
  expect((await report()).Errors).toEqual([]);
});

it('invitations to the source move to the target, once per person', async () => {
  const [guest, both, patient] = [
    await newAccount(server),
    await newAccount(server),
    await newAccount(server),
  ];
  const invite = ({ userId, token: own }: TestAccount, { shareCode }: TestClinic) =>
    post(`/confirm/send/invite/${userId}/clinic`, {
      token: own,
      body: { shareCode, permissions: { view: {}, note: {} } },
    });
  const { key } = accepted(await invite(guest, source));
  accepted(await invite(both, source));
  const { key: kept } = accepted(await invite(both, target));
  accepted(await invite(patient, source));
  await addPatient(server, target, patient, ['view']);
  accepted(await merge());
  const as = { token: target.admin.token };
  const open = accepted(await get(`${target.path}/invites/patients`, as));
  expect(open.map((each: Json) => each.key).sort()).toEqual([key, kept].sort());
  const shown = accepted(await get(`/confirm/invite/${guest.userId}`, { token: guest.token }));
  expect(shown).toEqual([expect.objectContaining({ key, clinicId: target.id, status: 'pending' })]);
  expect((await invite(guest, source)).status).toBe(409);
  accepted(await put(`${target.path}/invites/patients/${key}`, { ...as, body: patientFields }));
  const { permissions } = accepted(await get(`${target.path}/patients/${guest.userId}`, as));
  expect(permissions).toEqual({ view: {}, note: {} });
  expect(accepted(await get(`/confirm/invite/${patient.userId}`, { token: patient.token }))).toEqual([]);
});

it('a merge is a conflict if an address would occur twice', async () => {
  const body = { email: source.admin.email, roles: ['CLINIC_MEMBER'] };
  accepted(await post(`${target.path}/invites/clinicians`, { token, body }));
  const { Errors: errors, ClinicianPlans: people } = await report();
  expect(errors).toEqual(['Address of a clinician exists in target workspace']);
  expect(people[0]).toMatchObject({ ClinicianAction: 'MOVE', Error: { Message: errors[0] } });
  expect((await merge()).status).toBe(409);
  expect((await get(source.path, { token })).status).toBe(200);
});
