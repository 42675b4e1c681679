import ExcelJS from 'exceljs';
import { newServerToken } from '../../support/accounts';
import { api } from '../../support/api';
import { newClinic, newPatient, type TestClinic } from '../../support/clinics';
import { serverUnderTest } from '../../support/server';

const server = serverUnderTest();
const { get, graph } = api(server);

let source: TestClinic;
let target: TestClinic;
let token: string;

beforeEach(async () => {
  token = await newServerToken(server);
  source = await newClinic(server, { name: 'Source' });
  target = await newClinic(server, { name: 'Target' });
});

it('the report is a workbook unless JSON is asked for', async () => {
  await newPatient(server, source, { fullName: 'Ann', mrn: 'M' });
  const response = await fetch(`${server.url}${target.path}/reports/merge`, {
    method: 'POST',
    headers: { 'X-Tidepool-Session-Token': token, 'Content-Type': 'application/json' },
    body: JSON.stringify({ sourceId: source.id }),
  });
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
  expect(cells(3)).toEqual(['Ann', '-', expect.any(String), '1990-05-06', 'M', '', '', '']);
  const summary = workbook.getWorksheet('Summary')?.getSheetValues();
  expect(JSON.stringify(summary)).toContain('Resulting Sites (0)');
  expect((await get(source.path, { token })).status).toBe(200);
});

it('the graph plans and merges for trusted servers', async () => {
  const { id } = await newPatient(server, source);
  const variables = { sourceId: source.id, targetId: target.id };
  const plan = `query ($sourceId: ID!, $targetId: ID!) {
    clinicMergePlan(sourceId: $sourceId, targetId: $targetId) {
      preventsMerge errors resultingPatientsCount patients { userId action } clinicians { action } settings { name }
    }
  }`;
  const { body } = await graph(plan, { token, variables });
  expect(body.data.clinicMergePlan).toMatchObject({
    preventsMerge: false,
    resultingPatientsCount: 1,
    patients: [{ userId: id, action: 'MOVE' }],
  });
  const refused = await graph(plan, { token: target.admin.token, variables });
  expect(refused.body.errors[0].extensions.code).toBe('FORBIDDEN');
  const change = 'mutation ($input: MergeClinicsInput!) { mergeClinics(input: $input) { done } }';
  expect((await graph(change, { token, variables: { input: variables } })).body.data.mergeClinics.done).toBe(
    true,
  );
});
