import type { PatientRecord } from '../../../src/care/patients/patient-records';
import type { PatientSummary } from '../../../src/care/patients/patient-summary.entity';
import type { RequestContext } from '../../../src/request/request-context';
import type { StoredJson } from '../../../src/platform/stored-json';
import { toPatient, type Patient } from './patients.types';

/** Null until there is one. */
export type StoredSummary = StoredJson<PatientSummary> | null;

/** A patient and the summary of their data. */
export type PatientWithSummary = Patient & { summary: StoredSummary };

/** The clinic's copy of a patient's summary, or null. */
export const readSummary = (
  context: RequestContext,
  { clinicId, userId, storedSummary }: Patient,
): StoredSummary | Promise<StoredSummary> =>
  storedSummary === undefined
    ? context.load(context.services.patientDirectory.summaries, { clinicId, userId })
    : storedSummary;

/** Patients for routes that return the summary of each. */
export const withSummaries = (
  context: RequestContext,
  records: readonly PatientRecord[],
): Promise<PatientWithSummary[]> =>
  Promise.all(
    records.map(async (record) => {
      const patient = toPatient(record);
      return Object.assign(patient, { summary: await readSummary(context, patient) });
    }),
  );
