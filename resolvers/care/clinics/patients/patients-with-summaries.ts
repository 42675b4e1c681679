import type { PatientRecord } from '../../../../src/care/clinics/patients/patient-records';
import type { PatientSummary } from '../../../../src/care/clinics/patients/patient-summary.entity';
import type { RequestContext } from '../../../../src/request/request-context';
import type { StoredJson } from '../../../../src/platform/stored-json';
import { toPatient, type Patient } from './patients.types';

/** Null until there is one. */
export type StoredSummary = StoredJson<PatientSummary> | null;

/** A patient and the statistics of the data. */
export type PatientWithSummary = Patient & { summary: StoredSummary };

/** Statistics of a patient's data as the clinic keeps them, or null. */
export const summaryOf = (
  context: RequestContext,
  { clinicId, userId, storedSummary }: Patient,
): StoredSummary | Promise<StoredSummary> =>
  storedSummary === undefined
    ? context.load(context.services.patientDirectory.summaries, { clinicId, userId })
    : storedSummary;

/** Patients for the routes whose answers hold the statistics of each. */
export const withSummaries = (
  context: RequestContext,
  records: readonly PatientRecord[],
): Promise<PatientWithSummary[]> =>
  Promise.all(
    records.map(async (record) => {
      const patient = toPatient(record);
      return Object.assign(patient, { summary: await summaryOf(context, patient) });
    }),
  );
