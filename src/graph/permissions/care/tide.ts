import type { IRules } from 'graphql-shield';
import type { ClinicRecord } from '../../../request/subjects';
import { clinicOfParent, thisClinic, worksInClinic } from './clinics';
import { anyCaller, partOfParent, recordedPart } from '../rules';

/** The report on patients who need attention. */
export const tideRules: IRules = {
  Clinic: { tideReport: worksInClinic(thisClinic) },
  TideReport: { config: partOfParent, categories: partOfParent },
  TideConfig: {
    thresholds: partOfParent,
    clinic: anyCaller,
    tags: worksInClinic(clinicOfParent),
  },
  TideCategory: { patients: recordedPart<{ patients: ClinicRecord[] }>((_args, { patients }) => patients) },
  TideEntry: {
    reviews: partOfParent,
    dataSources: partOfParent,
    patient: worksInClinic(clinicOfParent),
    tags: worksInClinic(clinicOfParent),
  },
};
