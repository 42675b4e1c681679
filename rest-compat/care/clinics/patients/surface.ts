import {
  ClinicPatientConnectionResolver,
  PatientListResolver,
} from '../../../../resolvers/care/clinics/patients/patient-list';
import { PatientListNewsResolver } from '../../../../resolvers/care/clinics/patients/patient-list-subscriptions';
import { PatientSummariesResolver } from '../../../../resolvers/care/clinics/patients/patient-summaries';
import { PatientsResolver } from '../../../../resolvers/care/clinics/patients/patients';
import { patientRules } from '../../../../src/graph/permissions/care/patients';
import { patientListRoutes } from './patient-list';
import { patientSummaryRoutes } from './patient-summaries';
import { patientRoutes } from './patients';
import { patientSchemas } from './patients.schemas';
import type { Surface } from '../../../surface';

/** Patients of clinics. */
export const patientsSurface: Surface = {
  name: 'patients',
  resolvers: [
    PatientsResolver,
    PatientListResolver,
    PatientListNewsResolver,
    ClinicPatientConnectionResolver,
    PatientSummariesResolver,
  ],
  rules: [patientRules],
  routes: [...patientRoutes, ...patientListRoutes, ...patientSummaryRoutes],
  schemas: patientSchemas,
};
