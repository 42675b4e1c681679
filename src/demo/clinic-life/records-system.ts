import type { EhrSettings } from '../../care/clinics/settings/ehr-settings';

const sourceId = 'demo-records-system';

/** Connection to a fictional health record system: messages to it are only stored. */
export const recordsSystem: EhrSettings = {
  enabled: true,
  provider: 'redox',
  sourceId,
  destinationIds: { flowsheet: 'demo-flowsheets', notes: 'demo-notes', results: 'demo-results' },
  procedureCodes: {
    enableSummaryReports: 'ENABLE-REPORTS',
    disableSummaryReports: 'DISABLE-REPORTS',
    createAccount: 'CREATE-ACCOUNT',
    createAccountAndEnableReports: 'CREATE-ACCOUNT-AND-ENABLE-REPORTS',
  },
  mrnIdType: 'MRN',
  scheduledReports: { onUploadEnabled: true, cadence: '7d' },
  tags: { codes: [] },
  flowsheets: { icode: false },
  notes: { includeGMI: true },
};

/** Patients with orders for reports. */
interface OrderedPatient {
  mrn: string;
  firstName: string;
  lastName: string;
  birthDate: string;
}

/** Patients whose reports go to the health record system. */
export const reportedPatients: readonly OrderedPatient[] = [
  { mrn: 'D-1001', firstName: 'Amélie', lastName: 'Dubois', birthDate: '1989-04-17' },
  { mrn: 'D-1002', firstName: 'Kofi', lastName: 'Mensah', birthDate: '1994-11-02' },
];

/** The order that turns on reports on a patient, in the format of the health record system. */
export const reportOrder = (
  { mrn, firstName, lastName, birthDate }: OrderedPatient,
  time: number,
): Record<string, unknown> => ({
  Meta: {
    DataModel: 'Order',
    EventType: 'New',
    EventDateTime: new Date(time).toISOString(),
    Source: { ID: sourceId, Name: 'Records of the demo' },
  },
  Patient: {
    Identifiers: [{ ID: mrn, IDType: 'MRN' }],
    Demographics: { FirstName: firstName, LastName: lastName, DOB: birthDate },
  },
  Order: {
    ID: `demo-order-${mrn}`,
    Procedure: { Code: 'ENABLE-REPORTS' },
    Provider: { ID: 'demo-doctor', FirstName: 'Miriam', LastName: 'Oduya' },
  },
});
