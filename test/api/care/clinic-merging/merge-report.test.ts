import ExcelJS from 'exceljs';
import { onRecord } from '../../../support/access-log';
import { newAccount } from '../../../support/accounts';
import { api, type Json } from '../../../support/api';
import {
  accepted,
  addPatient,
  newClinician,
  newMergingClinics,
  newPatient,
  type TestClinic,
} from '../../../support/clinics';
import { periodWith, statsWith, tellSummary } from '../../../support/patient-summaries';
import { serverUnderTest } from '../../../support/server';

const server = serverUnderTest();
const { get, post, put, graph } = api(server);

let source: TestClinic;
let target: TestClinic;
let token: string;

beforeEach(async () => {
  ({ source, target, token } = await newMergingClinics(server));
});

const ask = (headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${server.url}${target.path}/reports/merge`, {
    method: 'POST',
    headers: { 'X-Tidepool-Session-Token': token, 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify({ sourceId: source.id }),
  });

/** A row as it is read back: cells without content are undefined, and none at its end. */
function row(...cells: unknown[]): unknown[] {
  const end = cells.findLastIndex((cell) => cell !== '') + 1;
  return cells.slice(0, end).map((cell) => (cell === '' ? undefined : cell));
}

/** The cells of the rows of a sheet, without empty cells and rows at the end. */
async function sheets(): Promise<Record<string, unknown[][]>> {
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.load(await (await ask()).arrayBuffer());
  return Object.fromEntries(
    workbook.worksheets.map((sheet) => {
      const rows = Array.from({ length: sheet.rowCount }, (_, index) => sheet.getRow(index + 1));
      const cells = rows.map((row) => ((row.values as unknown[] | undefined) ?? []).slice(1));
      return [sheet.name, cells.slice(0, cells.findLastIndex(({ length }) => length > 0) + 1)];
    }),
  );
}

it.each(['*/*', 'application/json, */*', 'text/html', 'application/json;q=1'])(
  'the report is a workbook for %s',
  async (accept) => {
    expect((await ask({ Accept: accept })).headers.get('content-type')).toBe('application/vnd.ms-excel');
  },
);

it('the plan has no birth date where none is known', async () => {
  await addPatient(server, source, await newAccount(server), ['view'], { fullName: 'X' });
  const { PatientPlans: plans } = (await (await ask({ Accept: 'application/json' })).json()) as Json;
  expect(plans).toMatchObject([{ SourcePatient: { FullName: 'X', BirthDate: null } }]);
});

it('the workbook matches the plan', async () => {
  const lastUploadDate = '2024-05-06T07:08:09Z';
  const create = async ({ path }: TestClinic, kind: string, name: string): Promise<string> =>
    accepted(await post(`${path}/${kind}`, { token, body: { name } })).id;
  const [common, own] = [
    await create(source, 'patient_tags', 'common'),
    await create(source, 'patient_tags', 'Own'),
  ];
  for (const name of ['Common', 'alone']) await create(target, 'patient_tags', name);
  const [north, east] = [await create(source, 'sites', 'North'), await create(source, 'sites', 'east')];
  for (const name of ['north', 'West']) await create(target, 'sites', name);
  const shared = await newAccount(server);
  const fields = { fullName: 'Both', birthDate: '2000-01-01' };
  await addPatient(server, source, shared, ['view'], { ...fields, tags: [own] });
  await addPatient(server, target, shared, ['view'], fields);
  const named = { fullName: 'Ann', mrn: 'M', tags: [common, own] };
  const sites = [north, east].map((id) => ({ id, name: '' }));
  const { id } = await newPatient(server, source, { ...named, sites });
  const { id: twin } = await newPatient(server, source, { fullName: 'ANN', birthDate: '1990-05-06' });
  const cgmStats = statsWith({ '14d': periodWith('cgm', {}) }, { lastUploadDate });
  const bgmStats = statsWith({}, { lastUploadDate: '2024-05-06T07:08:08Z' }, 'b');
  await tellSummary(server, id, { cgmStats, bgmStats });
  const member = await newClinician(server, source, ['CLINIC_MEMBER']);
  const both = await newClinician(server, source, ['CLINIC_ADMIN']);
  await newClinician(server, target, ['CLINIC_MEMBER'], both);
  const invited = `${shared.userId}@example.org`;
  const body = { email: invited, roles: ['CLINIC_MEMBER'] };
  accepted(await post(`${source.path}/invites/clinicians`, { token: source.admin.token, body }));
  accepted(await put(`${target.path}/settings/mrn`, { token, body: { required: true, unique: false } }));

  const plan = (await (await ask({ Accept: 'application/json' })).json()) as Json;
  const found = await sheets();
  const day = '1990-05-06';
  const ann = ['Ann', '-', id, day, 'M', 'common, Own', 'North, east', '2024-05-06 07:08:09'];
  const copy = ['ANN', '-', twin, day, '', '', '', ''];
  const ofSource = ['Both', 'Y', shared.userId, '2000-01-01', '', 'Own', '', ''];
  const ofTarget = ['Both', 'Y', shared.userId, '2000-01-01', '', '', '', ''];
  const head = ['Name', 'Claimed', 'UUID', 'DOB', 'MRN', 'Tags', 'Sites', 'Latest Upload'];
  expect(found['Patients in Source Clinic']).toEqual([head, [], row(...ofSource), row(...ann), row(...copy)]);
  expect(found['Patients in Target Clinic']).toEqual([head, [], row(...ofTarget)]);
  expect(found['Duplicates in Source Clinic']).toEqual([head, [], row(...ann), row(...copy)]);
  expect(found['Duplicates in Target Clinic']).toEqual([head]);
  expect(found['Duplicates in Merged Workspace']).toEqual([
    [...head, 'Clinic', 'Match'],
    [],
    row(...ofSource, 'Source'),
    row(...ofTarget, 'Target', 'Duplicate Accounts'),
  ]);
  const errors = [
    'Settings mismatch',
    'Pending invites in source workspace',
    'MRN is required in target workspace',
  ];
  expect(plan.Errors.toSorted()).toEqual(errors.toSorted());
  const summary = found.Summary ?? [];
  const at = (title: string): number => summary.findIndex(([first]) => first === title);
  const block = (title: string): unknown[][] => {
    const rest = summary.slice(at(title) + 1);
    const end = rest.findIndex((row) => row.length === 0);
    return end < 0 ? rest : rest.slice(0, end);
  };
  expect(summary[at('Can be merged')]).toEqual(['Can be merged', 'No']);
  expect(block('Can be merged')).toEqual(plan.Errors.map((error: string) => row('', error)));
  expect(block('Settings')).toEqual([
    ...plan.SettingsPlans.map((each: Json) => row(each.Name, each.SourceValue, each.TargetValue)),
    row('Membership restrictions', '', ''),
  ]);
  expect(summary[at('Resulting patients')]).toEqual(['Resulting patients', plan.ResultingPatientsCount]);
  expect([summary[at('Patients in source')], summary[at('Patients in both')]]).toEqual([
    ['Patients in source', 3],
    ['Patients in both', 1],
  ]);
  const addresses = (title: string) => block(title).map(([, email]) => email);
  expect(addresses('Resulting Admins (2)').sort()).toEqual([source.admin.email, target.admin.email].sort());
  expect(addresses('Resulting Members (2)').sort()).toEqual([member.email, both.email].sort());
  expect(addresses('Downgraded (1)')).toEqual([both.email]);
  expect(addresses('Pending Invites (1)')).toEqual([invited]);
  expect(block('Resulting Tags (3) in Target')).toEqual([
    ['alone', 'Target', 'Retain'],
    ['Common', 'Source, Target', 'Retain'],
    ['Own', 'Source', 'Create'],
  ]);
  expect(block('Resulting Sites (4) in Target')).toEqual([
    ['east', 'Source', 'Create'],
    ['north', 'Target', 'Retain'],
    ['North (2)', 'Source', 'Rename'],
    ['West', 'Target', 'Retain'],
  ]);
});

it('the report is a workbook by default, JSON on request', async () => {
  await newPatient(server, source, { fullName: 'Ann', mrn: 'M' });
  const response = await ask();
  expect(response.headers.get('content-type')).toBe('application/vnd.ms-excel');
  expect(response.headers.get('content-disposition')).toMatch(
    /^attachment; filename=merge-report-\d{10}\.xlsx$/,
  );
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.load(await response.arrayBuffer());
  expect(workbook.worksheets.map(({ name }) => name)).toEqual([
    'Summary',
    'Patients in Source Clinic',
    'Patients in Target Clinic',
    'Duplicates in Source Clinic',
    'Duplicates in Target Clinic',
    'Duplicates in Merged Workspace',
  ]);
  const patients = workbook.getWorksheet('Patients in Source Clinic');
  const cells = (row: number) => (patients?.getRow(row).values as unknown[]).slice(1);
  expect(cells(1)).toEqual(['Name', 'Claimed', 'UUID', 'DOB', 'MRN', 'Tags', 'Sites', 'Latest Upload']);
  expect(cells(2)).toEqual([]);
  expect(cells(3)).toEqual(['Ann', '-', expect.any(String), '1990-05-06', 'M']);
  const summary = workbook.getWorksheet('Summary')?.getSheetValues();
  expect(JSON.stringify(summary)).toContain('Resulting Sites (0)');
  expect((await get(source.path, { token })).status).toBe(200);
});

it('the graph plans and merges for trusted servers', async () => {
  const { id: tag } = accepted(await post(`${source.path}/patient_tags`, { token, body: { name: 'T' } }));
  const site = accepted(await post(`${source.path}/sites`, { token, body: { name: 'S' } }));
  const { id } = await newPatient(server, source, { mrn: 'M', tags: [tag], sites: [site] });
  const { id: twin } = await newPatient(server, target, { mrn: 'm' });
  const { id: other } = await newPatient(server, target, { mrn: 'm' });
  const variables = { sourceId: source.id, targetId: target.id };
  const plan = `query ($sourceId: ID!, $targetId: ID!) {
    clinicMergePlan(sourceId: $sourceId, targetId: $targetId) {
      preventsMerge errors resultingPatientsCount settings { name }
      tags { name action workspaces } sites { name action workspaces }
      patients { userId action birthDate mrn isClaimed lastUploadTime sourceTags targetTags sourceSites targetSites
        resultingTags resultingSites conflicts { category userId } }
      clinicians { userId email action resultingRoles workspaces }
      sourceRestrictions { emailDomain } targetRestrictions { emailDomain requiredIdp }
      sourceClusters targetClusters
    }
  }`;
  const { body } = await graph(plan, { token, variables });
  expect(body.data.clinicMergePlan).toMatchObject({
    preventsMerge: false,
    resultingPatientsCount: 3,
    tags: [{ name: 'T', action: 'CREATE', workspaces: ['Source'] }],
    sites: [{ name: 'S', action: 'MOVE', workspaces: ['Source'] }],
    patients: [
      {
        userId: id,
        action: 'MOVE',
        birthDate: '1990-05-06',
        mrn: 'M',
        isClaimed: false,
        lastUploadTime: null,
        sourceTags: ['T'],
        targetTags: [],
        sourceSites: ['S'],
        targetSites: [],
        resultingTags: ['T'],
        resultingSites: ['S'],
        conflicts: [twin, other].map((userId) => ({ category: 'LIKELY_DUPLICATE_ACCOUNTS', userId })),
      },
      { userId: twin, action: 'RETAIN' },
      { userId: other, action: 'RETAIN' },
    ],
    clinicians: [
      {
        userId: source.admin.userId,
        email: source.admin.email,
        action: 'MOVE',
        resultingRoles: ['CLINIC_ADMIN'],
        workspaces: ['Source'],
      },
      { userId: target.admin.userId, action: 'RETAIN' },
    ],
    sourceRestrictions: [],
    targetRestrictions: [],
    sourceClusters: [],
    targetClusters: [[twin, other]],
  });
  const refused = await graph(plan, { token: target.admin.token, variables });
  expect(refused.body.errors[0].extensions.code).toBe('FORBIDDEN');
  const change = 'mutation ($input: MergeClinicsInput!) { mergeClinics(input: $input) { done } }';
  expect((await graph(change, { token, variables: { input: variables } })).body.data.mergeClinics.done).toBe(
    true,
  );
});

it.each([
  ['patients', 'patients { userId }'],
  ['a page of them', 'mergedPatients(first: 5) { edges { node { userId } } }'],
])('patients see in their access log who read a plan with %s', async (what, fields) => {
  const patient = await newAccount(server);
  await addPatient(server, source, patient, ['view']);
  const name = `Plan${what.length}`;
  const plan = `query ${name}($sourceId: ID!, $targetId: ID!) {
    clinicMergePlan(sourceId: $sourceId, targetId: $targetId) { ${fields} }
  }`;
  const variables = { sourceId: source.id, targetId: target.id };
  const { body } = await graph(plan, { token, variables });
  expect(body.errors).toBeUndefined();
  expect(JSON.stringify(body.data)).toContain(patient.userId);
  await onRecord(server, patient.userId, patient.token, { kind: 'READ', operation: `query ${name}` });
});
