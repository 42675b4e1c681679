import { ClinicLabelsResolver, PatientTagResolver } from '../../../resolvers/care/clinics/clinic-labels';
import { ClinicRelationsResolver } from '../../../resolvers/care/clinics/clinic-relations';
import { ClinicSettingsResolver } from '../../../resolvers/care/clinics/clinic-settings';
import { ClinicianResolver, CliniciansResolver } from '../../../resolvers/care/clinics/clinicians';
import { ClinicsResolver } from '../../../resolvers/care/clinics/clinics';
import { ConnectionRequestsResolver } from '../../../resolvers/care/clinics/connection-requests';
import { clinicOperationRules } from '../../../src/graph/permissions/care/clinic-operations';
import { clinicRules } from '../../../src/graph/permissions/care/clinics';
import { clinicLabelRoutes } from './clinic-labels';
import { clinicSettingsSchemas } from './clinic-settings.schemas';
import { clinicRelationRoutes } from './clinic-relations';
import { clinicSettingsRoutes } from './clinic-settings';
import { clinicianRoutes } from './clinicians';
import { clinicRoutes } from './clinics';
import { clinicSchemas } from './clinics.schemas';
import { connectionRequestRoutes } from './connection-requests';
import type { Surface } from '../../surface';

/** Clinics, their members and their settings. */
export const clinicsSurface: Surface = {
  name: 'clinics',
  resolvers: [
    ClinicsResolver,
    CliniciansResolver,
    ClinicianResolver,
    ClinicLabelsResolver,
    PatientTagResolver,
    ClinicSettingsResolver,
    ConnectionRequestsResolver,
    ClinicRelationsResolver,
  ],
  rules: [clinicRules, clinicOperationRules],
  routes: [
    ...clinicRoutes,
    ...clinicianRoutes,
    ...clinicLabelRoutes,
    ...clinicSettingsRoutes,
    ...connectionRequestRoutes,
    ...clinicRelationRoutes,
  ],
  schemas: { ...clinicSchemas, ...clinicSettingsSchemas },
};
