import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { WorkbookWriter } from '../../platform/workbook/workbook-writer';
import { isAdmin } from '../clinics/people/clinician-role';
import type { MergePlan } from './merge-plan';
import type { WorkspacePatient } from '../patients/patient-contents.service';

type Cells = (string | number)[];

const headings: Cells = ['Name', 'Claimed', 'UUID', 'DOB', 'MRN', 'Tags', 'Sites', 'Latest Upload'];

/** `YYYY-MM-DD HH:MM:SS` in UTC; empty for never. */
const formatTime = (time: number | null): string =>
  time === null ? '' : new Date(time).toISOString().slice(0, 19).replace('T', ' ');

const patientRow = (patient: WorkspacePatient): Cells => [
  patient.fullName,
  patient.isCustodial ? '-' : 'Y',
  patient.userId,
  patient.birthDate,
  patient.mrn ?? '',
  patient.tags.join(', '),
  patient.sites.join(', '),
  formatTime(patient.lastUpload),
];

const byName = <Named extends { name: string }>(named: readonly Named[]): Named[] =>
  [...named].sort((a, b) => (a.name.toLowerCase() < b.name.toLowerCase() ? -1 : 1));

/** Groups, each followed by a blank row. */
const grouped = (groups: readonly (readonly Cells[])[]): Cells[] => groups.flatMap((rows) => [...rows, []]);

const labels = {
  CREATE: 'Create',
  SKIP: 'Retain',
  RETAIN: 'Retain',
  MOVE: 'Create',
  RENAME: 'Rename',
} as const;

function peopleRows({ clinicians }: MergePlan): Cells[] {
  const resulting = clinicians.filter(({ action }) => action !== 'MERGE');
  const accepted = resulting.filter(({ clinician }) => clinician.userId !== null);
  const isInCharge = ({ resultingRoles }: (typeof clinicians)[number]) =>
    resultingRoles.includes('CLINIC_ADMIN');
  const block = (title: string, people: typeof clinicians): Cells[] => [
    [`${title} (${people.length})`],
    ...people.map(({ clinician, workspaces, error }): Cells => [
      clinician.name ?? '',
      clinician.email ?? '',
      workspaces.join(', '),
      error ?? '',
    ]),
    [],
  ];
  const downgraded = clinicians.filter((each) => each.downgraded && isAdmin(each.clinician.roles));
  return [
    ...block('Resulting Admins', accepted.filter(isInCharge)),
    ...block(
      'Resulting Members',
      accepted.filter((each) => !isInCharge(each)),
    ),
    ...block('Downgraded', downgraded),
    ...block(
      'Pending Invites',
      resulting.filter(({ clinician }) => clinician.userId === null),
    ),
  ];
}

function labelRows({ tags, sites, target }: MergePlan): Cells[] {
  const resultingTags = tags.filter(({ action }) => action !== 'SKIP');
  return [
    [`Resulting Tags (${resultingTags.length}) in ${target.name}`],
    ...byName(resultingTags).map(({ name, workspaces, action }): Cells => [
      name,
      workspaces.join(', '),
      labels[action],
    ]),
    [],
    [`Resulting Sites (${sites.length}) in ${target.name}`],
    ...byName(sites).map(({ name, sourceWorkspace, action }): Cells => [
      name,
      sourceWorkspace,
      labels[action],
    ]),
  ];
}

function summaryRows(plan: MergePlan): Cells[] {
  const { source, target, errors, settings, restrictions, patients } = plan;
  const countPlanned = (action: string) => patients.filter((each) => each.action === action).length;
  const domains = (list: typeof restrictions.source) =>
    list
      .map(({ emailDomain, requiredIdp }) => [emailDomain, requiredIdp].filter(Boolean).join(' '))
      .join(', ');
  return [
    ['Merge Report', formatTime(plan.createdTime)],
    ['Source', source.name, source.id],
    ['Target', target.name, target.id],
    ['Can be merged', errors.length === 0 ? 'Yes' : 'No'],
    ...errors.map((error): Cells => ['', error]),
    [],
    ['Settings', 'Source', 'Target'],
    ...settings.map(({ name, sourceValue, targetValue }): Cells => [name, sourceValue, targetValue]),
    ['Membership restrictions', domains(restrictions.source), domains(restrictions.target)],
    [],
    ['Patients in source', countPlanned('MOVE') + countPlanned('MERGE')],
    ['Patients in target', countPlanned('RETAIN') + countPlanned('MERGE_INTO')],
    ['Patients in both', countPlanned('MERGE')],
    ['Resulting patients', plan.resultingPatients],
    [],
    ...peopleRows(plan),
    ...labelRows(plan),
  ];
}

const conflictRows = ({ patients }: MergePlan): Cells[][] =>
  patients
    .filter(({ conflicts }) => conflicts.length > 0)
    .map(({ sourcePatient, conflicts }) => [
      ...(sourcePatient ? [[...patientRow(sourcePatient), 'Source']] : []),
      ...conflicts.map(({ category, patient }): Cells => [...patientRow(patient), 'Target', category]),
    ]);

/** A plan as a workbook, for people who decide about a merge. */
export async function mergeReport(plan: MergePlan): Promise<Buffer> {
  const out = new PassThrough();
  const file = buffer(out);
  const workbook = new WorkbookWriter(out);
  const add = (name: string, rows: readonly Cells[]) => {
    const sheet = workbook.addSheet(name);
    for (const row of rows) sheet.addRow(row);
    sheet.end();
  };
  const sheetOfPatients = (name: string, rows: readonly Cells[], more: Cells = []) =>
    add(name, [[...headings, ...more], [], ...rows]);
  const inSource = plan.patients.filter(({ action }) => action === 'MOVE' || action === 'MERGE');
  const inTarget = plan.patients.filter(({ action }) => action === 'RETAIN' || action === 'MERGE_INTO');
  add('Summary', summaryRows(plan));
  sheetOfPatients(
    'Patients in Source Clinic',
    inSource.flatMap(({ sourcePatient }) => (sourcePatient ? [patientRow(sourcePatient)] : [])),
  );
  sheetOfPatients(
    'Patients in Target Clinic',
    inTarget.flatMap(({ targetPatient }) => (targetPatient ? [patientRow(targetPatient)] : [])),
  );
  for (const [name, clusters] of [
    ['Duplicates in Source Clinic', plan.sourceClusters],
    ['Duplicates in Target Clinic', plan.targetClusters],
  ] as const)
    sheetOfPatients(name, grouped(clusters.map((cluster) => cluster.map(patientRow))));
  sheetOfPatients('Duplicates in Merged Workspace', grouped(conflictRows(plan)), ['Clinic', 'Match']);
  await workbook.finish();
  return file;
}
