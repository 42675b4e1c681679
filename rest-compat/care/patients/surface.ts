import {
  ClinicLabelsResolver,
  PatientTagResolver,
  TagPatientsEdges,
} from '../../../resolvers/care/patients/labels';
import { ClinicRelationsResolver } from '../../../resolvers/care/patients/clinic-relations';
import {
  ClinicStatisticsResolver,
  PatientGroupResolver,
} from '../../../resolvers/care/patients/clinic-statistics';
import {
  ConnectionRequestsResolver,
  RequestProviderConnectionEdges,
} from '../../../resolvers/care/patients/connection-requests';
import {
  ClinicPatientConnectionResolver,
  PatientListResolver,
} from '../../../resolvers/care/patients/patient-list';
import { PatientListNewsResolver } from '../../../resolvers/care/patients/patient-list-subscriptions';
import { PatientSummariesResolver } from '../../../resolvers/care/patients/patient-summaries';
import {
  PatientReviewResolver,
  PatientReviewsPayloadResolver,
} from '../../../resolvers/care/patients/patient-reviews';
import {
  ClinicPermissionsEdges,
  PatientsResolver,
  RemoveClinicPermissionEdges,
} from '../../../resolvers/care/patients/patients';
import { patientNodes } from '../../../resolvers/care/patients/nodes';
import { patientRules } from '../../../src/graph/permissions/care/patients';
import { clinicRelationRoutes } from './clinic-relations';
import { connectionRequestRoutes } from './connection-requests';
import { clinicLabelRoutes } from './labels';
import { patientListRoutes } from './patient-list';
import { patientSummaryRoutes } from './patient-summaries';
import { patientRoutes } from './patients';
import { patientSchemas } from './patients.schemas';
import type { Surface } from '../../surface';

/** Patients of clinics, with their tags and sites. */
export const patientsSurface: Surface = {
  name: 'patients',
  resolvers: [
    PatientsResolver,
    ClinicPermissionsEdges,
    RemoveClinicPermissionEdges,
    PatientReviewResolver,
    PatientReviewsPayloadResolver,
    PatientListResolver,
    PatientListNewsResolver,
    ClinicPatientConnectionResolver,
    PatientSummariesResolver,
    ClinicLabelsResolver,
    PatientTagResolver,
    TagPatientsEdges,
    ConnectionRequestsResolver,
    RequestProviderConnectionEdges,
    ClinicRelationsResolver,
    ClinicStatisticsResolver,
    PatientGroupResolver,
  ],
  nodes: patientNodes,
  rules: [patientRules],
  routes: [
    ...patientRoutes,
    ...patientListRoutes,
    ...patientSummaryRoutes,
    ...clinicLabelRoutes,
    ...connectionRequestRoutes,
    ...clinicRelationRoutes,
  ],
  schemas: patientSchemas,
};
