import type { PatientKey, PatientRecord } from '../src/clinics/patient-directory.service';
import type { PatientSummary } from '../src/clinics/patient-summary.entity';
import type { RequestContext } from '../src/request/request-context';
import type { StoredJson } from '../src/stored-json';
import { toPatient, type Patient } from './patients.types';

/** A patient and the statistics of the data. */
export type PatientWithSummary = Patient & { summary: StoredJson<PatientSummary> | null };

/** Statistics of a patient's data as the clinic keeps them, or null. */
export const loadSummary = (
  context: RequestContext,
  key: PatientKey,
): Promise<StoredJson<PatientSummary> | null> =>
  context.load(context.services.patientDirectory.summaries, key);

/** Patients for the routes whose answers hold the statistics of each. */
export const withSummaries = (
  context: RequestContext,
  records: readonly PatientRecord[],
): Promise<PatientWithSummary[]> =>
  Promise.all(
    records.map(async (record) => {
      const { clinicId, userId } = record.patient;
      return Object.assign(toPatient(record), { summary: await loadSummary(context, { clinicId, userId }) });
    }),
  );
