import { newAccount, newEmail } from '../../../support/accounts';
import { api, type Answer, type Json } from '../../../support/api';
import {
  accepted,
  addPatient,
  newClinician,
  newMergingClinics,
  newPatient,
  type TestClinic,
} from '../../../support/clinics';
import { mailsTo } from '../../../support/mails';
import { periodWith, statsWith, tellSummary } from '../../../support/patient-summaries';
import { serverUnderTest } from '../../../support/server';
import { waitFor } from '../../../support/wait-until';

const server = serverUnderTest();
const { get, post, put, delete: remove } = api(server);

let source: TestClinic;
let target: TestClinic;
let token: string;

beforeEach(async () => {
  ({ source, target, token } = await newMergingClinics(server));
});

const report = async (): Promise<Json> =>
  accepted(
    await post(`${target.path}/reports/merge`, {
      token,
      headers: { Accept: 'application/json' },
      body: { sourceId: source.id },
    }),
  );
const merge = (body: unknown = { sourceId: source.id }): Promise<Answer> =>
  post(`${target.path}/merge`, { token, body });
const create = async (clinic: TestClinic, kind: 'sites' | 'patient_tags', name: string): Promise<string> =>
  accepted(await post(`${clinic.path}/${kind}`, { token, body: { name } })).id;
const patient = async (clinic: TestClinic, id: string): Promise<Json> =>
  accepted(await get(`${clinic.path}/patients/${id}`, { token }));
const atSites = (...ids: string[]) => ids.map((id) => ({ id, name: '' }));
const shown = async (clinic: TestClinic): Promise<Json> => accepted(await get(clinic.path, { token }));
const names = (labels: Json[]): string[] => labels.map(({ name }) => name);
const mrn = (clinic: TestClinic, required: boolean, unique: boolean) =>
  put(`${clinic.path}/settings/mrn`, { token, body: { required, unique } });

describe('a plan', () => {
  it('shows the effects on tags and sites', async () => {
    for (const name of ['Both', 'only source', 'Type 1']) await create(source, 'patient_tags', name);
    for (const name of ['Both', 'Only target', 'type1']) await create(target, 'patient_tags', name);
    for (const name of ['North', 'South', 'South (2)', 'East']) await create(source, 'sites', name);
    for (const name of ['NORTH', 'South', 'West']) await create(target, 'sites', name);
    const { TagsPlans: tags, SitesPlans: sites } = await report();
    expect(tags).toEqual([
      { Name: 'Both', TagAction: 'SKIP', Workspaces: ['Source', 'Target'], Merge: true },
      { Name: 'only source', TagAction: 'CREATE', Workspaces: ['Source'], Merge: false },
      { Name: 'Type 1', TagAction: 'SKIP', Workspaces: ['Source', 'Target'], Merge: true },
      { Name: 'Both', TagAction: 'RETAIN', Workspaces: ['Source', 'Target'], Merge: true },
      { Name: 'Only target', TagAction: 'RETAIN', Workspaces: ['Target'], Merge: false },
      { Name: 'type1', TagAction: 'RETAIN', Workspaces: ['Source', 'Target'], Merge: true },
    ]);
    const actions = sites.map(({ Site, Action, ExpectedRename, SourceWorkspace }: Json) => [
      Site.Name,
      Action,
      ExpectedRename,
      SourceWorkspace,
    ]);
    expect(actions).toEqual([
      ['North', 'RENAME', 'North (2)', 'Source'],
      ['South', 'RENAME', 'South (3)', 'Source'],
      ['South (2)', 'MOVE', '', 'Source'],
      ['East', 'MOVE', '', 'Source'],
      ['NORTH', 'RETAIN', '', 'Target'],
      ['South', 'RETAIN', '', 'Target'],
      ['West', 'RETAIN', '', 'Target'],
    ]);
  });

  it('shows the effects on members, and who in the target has fewer roles than in the source', async () => {
    const both = await newClinician(server, source, ['CLINIC_ADMIN']);
    await newClinician(server, target, ['CLINIC_MEMBER'], both);
    const { ClinicianPlans: people, PreventsMerge: prevents } = await report();
    const facts = people.map(({ Clinician, ClinicianAction, Downgraded, ResultingRoles }: Json) => [
      Clinician.UserId,
      ClinicianAction,
      Downgraded,
      ResultingRoles,
    ]);
    expect(facts).toEqual([
      [source.admin.userId, 'MOVE', false, ['CLINIC_ADMIN']],
      [both.userId, 'MERGE', true, ['CLINIC_MEMBER']],
      [target.admin.userId, 'RETAIN', false, ['CLINIC_ADMIN']],
      [both.userId, 'MERGE_INTO', false, ['CLINIC_MEMBER']],
    ]);
    expect(prevents).toBe(false);
  });

  it('finds possible duplicates among patients', async () => {
    const shared = await newAccount(server);
    await addPatient(server, source, shared, ['view'], { fullName: 'X', birthDate: '2000-01-01' });
    await addPatient(server, target, shared, ['view'], { fullName: 'Y', birthDate: '2000-01-02' });
    const birthDate = '1990-05-06';
    await newPatient(server, target, { fullName: ' ann OTHER ', birthDate, mrn: 'M1 ' });
    for (const fields of [
      { fullName: 'Ann Other', birthDate: '1991-01-01', mrn: 'm1' },
      { fullName: 'A', birthDate: '1991-01-01', mrn: 'm1' },
      { fullName: 'ANN other', birthDate: '1991-01-01' },
      { fullName: 'Ann Other', birthDate },
      { fullName: 'B', birthDate },
    ])
      await newPatient(server, source, fields);
    const found = await report();
    const facts = found.PatientPlans.map(({ SourcePatient, PatientAction, Conflicts }: Json) => [
      SourcePatient?.FullName ?? null,
      PatientAction,
      Object.keys(Conflicts),
    ]);
    expect(facts).toEqual([
      ['X', 'MERGE', ['Duplicate Accounts']],
      ['Ann Other', 'MOVE', ['Likely Duplicate Accounts']],
      ['A', 'MOVE', ['MRN Only Match']],
      ['ANN other', 'MOVE', ['Name Only Match']],
      ['Ann Other', 'MOVE', ['Likely Duplicate Accounts']],
      ['B', 'MOVE', []],
      ['X', 'MERGE_INTO', []],
      [null, 'RETAIN', []],
    ]);
    const clusters = found.SourcePatientClusters.map(({ Patients }: Json) => Patients.length);
    expect([clusters, found.TargetPatientClusters]).toEqual([[4], []]);
    expect(found).toMatchObject({ PreventsMerge: false, Errors: [], ResultingPatientsCount: 7 });
  });
});

describe('a merge', () => {
  it('follows the plan', async () => {
    const [tag, common] = [
      await create(source, 'patient_tags', 'Own'),
      await create(source, 'patient_tags', 'Both'),
    ];
    const [theirs, other] = [
      await create(target, 'patient_tags', 'both'),
      await create(target, 'patient_tags', 'Other'),
    ];
    const [north, east] = [await create(source, 'sites', 'North'), await create(source, 'sites', 'East')];
    const west = await create(target, 'sites', 'north');
    const email = newEmail(server);
    const { id: moved } = await newPatient(server, source, {
      fullName: 'Moved',
      email,
      mrn: '1',
      tags: [common, tag],
      sites: atSites(east, north),
    });
    const lastUploadDate = '2024-05-06T07:08:09.000Z';
    await tellSummary(server, moved, {
      cgmStats: statsWith({ '14d': periodWith('cgm', { timeCGMUsePercent: 0.5 }) }, { lastUploadDate }),
    });
    accepted(await put(`${source.path}/patients/${moved}/reviews`, { token: source.admin.token }));
    const shared = await newAccount(server);
    await addPatient(server, source, shared, ['view', 'upload'], {
      fullName: 'In source',
      birthDate: '2000-01-01',
      tags: [tag, common],
      sites: atSites(north),
    });
    await addPatient(server, target, shared, ['note'], {
      fullName: 'In target',
      birthDate: '2000-01-01',
      tags: [other, theirs],
      sites: atSites(west),
    });
    const member = await newClinician(server, source, ['CLINIC_MEMBER']);
    const before = await patient(source, moved);
    const plan = await report();

    const { status, text } = await merge();
    expect([status, text]).toEqual([200, '']);
    expect((await get(source.path, { token })).status).toBe(404);
    expect((await merge()).status).toBe(404);
    const clinic = await shown(target);
    expect(names(clinic.patientTags)).toEqual(['both', 'Other', 'Own']);
    expect(new Set(names(clinic.sites))).toEqual(new Set(['North (2)', 'East', 'north']));
    const after = await patient(target, moved);
    const ids = new Map(clinic.patientTags.map(({ id, name }: Json) => [name, id]));
    expect(after).toEqual({
      ...before,
      tags: [theirs, ids.get('Own')],
      sites: [
        { id: east, name: 'East' },
        { id: north, name: 'North (2)' },
      ],
      updatedTime: expect.any(String),
    });
    const merged = await patient(target, shared.userId);
    expect(merged).toMatchObject({
      fullName: 'In target',
      permissions: { note: {} },
      tags: [other, theirs, ids.get('Own')],
      sites: [
        { id: west, name: 'north' },
        { id: north, name: 'North (2)' },
      ],
    });
    const nameOf = new Map(clinic.patientTags.map(({ id, name }: Json) => [id, name]));
    const planned = plan.PatientPlans.find(({ SourcePatient }: Json) => SourcePatient?.UserId === moved);
    expect(planned.PostMigrationTagNames).toEqual(after.tags.map((id: string) => nameOf.get(id)));
    expect(planned.PostMigrationSiteNames).toEqual(names(after.sites));
    const plannedMerge = plan.PatientPlans.find(
      ({ PatientAction, SourcePatient }: Json) =>
        PatientAction === 'MERGE' && SourcePatient.UserId === shared.userId,
    );
    expect(plannedMerge.PostMigrationTagNames).toEqual(merged.tags.map((id: string) => nameOf.get(id)));
    expect(plannedMerge.PostMigrationSiteNames).toEqual(names(merged.sites));
    const { body: count } = await get(`${target.path}/patient_count`, { token });
    expect(count.total).toBe(plan.ResultingPatientsCount);
    expect((await get(`${target.path}/patients/${moved}`, { token: member.token })).status).toBe(200);
    const list = await get(`${target.path}/patients?cgm.timeCGMUsePercent=%3C0.6`, { token });
    expect(list.body.data.map(({ id }: Json) => id)).toEqual([moved]);
    const byOldCode = await get(`/v1/clinics/share_code/${source.shareCode}`, { token });
    expect(byOldCode.body.id).toBe(target.id);
    expect(clinic.shareCode).toBe(target.shareCode);
    for (const [to, words] of [
      [email, 'What you have shared with Source is shared with Target'],
      [shared.email, 'What you have shared with Source is shared with Target'],
      [member.email, 'has become a part of that of Target'],
      [target.admin.email, 'Patients and people of Source'],
    ] as const) {
      await waitFor(`the mail to ${to}`, async () =>
        (await mailsTo(server, to)).find((mail) => mail.includes(words)),
      );
    }
  });

  it.each<[string, string, () => Promise<unknown>]>([
    [
      'glucose units',
      'Settings mismatch',
      () => put(target.path, { token, body: { name: 'T', preferredBgUnits: 'mmol/L' } }),
    ],
    [
      'time zones',
      'Settings mismatch',
      () =>
        put(target.path, { token, body: { name: 'T', preferredBgUnits: 'mg/dL', timezone: 'US/Pacific' } }),
    ],
    ['rules of record numbers', 'Settings mismatch', () => mrn(target, false, true)],
    [
      'restrictions',
      'Membership restrictions mismatch',
      () =>
        put(`${source.path}/membership_restrictions`, {
          token,
          body: { restrictions: [{ emailDomain: 'a' }] },
        }),
    ],
    [
      'restrictions of the target',
      'Target workspace has membership restrictions',
      () =>
        put(`${target.path}/membership_restrictions`, {
          token,
          body: { restrictions: [{ emailDomain: 'a' }] },
        }),
    ],
    [
      'invitations',
      'Pending invites in source workspace',
      () =>
        post(`${source.path}/invites/clinicians`, {
          token,
          body: { email: newEmail(server), roles: ['CLINIC_MEMBER'] },
        }),
    ],
    [
      'missing record numbers',
      'MRN is required in target workspace',
      async () => {
        await newPatient(server, source);
        await mrn(source, true, false);
        await mrn(target, true, false);
      },
    ],
    [
      'known record numbers',
      'MRN exists in target workspace',
      async () => {
        await newPatient(server, source, { mrn: 'á' });
        await newPatient(server, target, { mrn: 'A' });
        await mrn(source, false, true);
        await mrn(target, false, true);
      },
    ],
    [
      'equal record numbers',
      'Duplicate MRN in source workspace',
      async () => {
        for (const number of ['a', 'A']) await newPatient(server, source, { mrn: number });
        await mrn(source, false, true);
        await mrn(target, false, true);
      },
    ],
  ])('is prevented by %s', async (_what, error, arrange) => {
    await arrange();
    const plan = await report();
    expect([plan.PreventsMerge, plan.Errors]).toEqual([true, [error]]);
    const { status, body } = await merge();
    expect([status, body.message]).toEqual([400, expect.stringContaining(error)]);
    expect((await get(source.path, { token })).status).toBe(200);
  });

  it('is refused for invalid clinics, and for people', async () => {
    const none = 'f'.repeat(24);
    for (const path of [`${target.path}/merge`, `${target.path}/reports/merge`]) {
      for (const body of [{}, { sourceId: 'x' }, { sourceId: target.id }, undefined, []])
        expect((await post(path, { token, body })).status).toBe(400);
      expect((await post(path, { token, body: { sourceId: none } })).status).toBe(404);
      expect((await post(path, { token: target.admin.token, body: {} })).status).toBe(403);
    }
    expect((await post(`/v1/clinics/${none}/merge`, { token, body: { sourceId: source.id } })).status).toBe(
      404,
    );
  });

  it('results in at most fifty tags; otherwise nothing changes', async () => {
    for (let index = 0; index < 50; index += 1) await create(target, 'patient_tags', `T${index}`);
    await create(source, 'patient_tags', 'T0');
    const extra = await create(source, 'patient_tags', 'New');
    const { id } = await newPatient(server, source, { tags: [extra] });
    expect((await report()).Errors).toEqual(['Too many tags in target workspace']);
    expect((await merge()).status).toBe(422);
    expect((await patient(source, id)).tags).toEqual([extra]);
    accepted(await remove(`${source.path}/patient_tags/${extra}`, { token }));
    expect((await merge()).status).toBe(200);
  });

  it('runs once if it is requested several times concurrently', async () => {
    const { id } = await newPatient(server, source);
    const answers = await Promise.all([1, 2, 3].map(() => merge()));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
    expect((await patient(target, id)).id).toBe(id);
  });
});
