import { changedClinicEdges, ClinicSettingsResolver } from '../../../resolvers/care/clinics/clinic-settings';
import {
  AdminClinicMembersResolver,
  AdminClinicsResolver,
} from '../../../resolvers/care/clinics/administration';
import { ClinicianResolver, CliniciansResolver } from '../../../resolvers/care/clinics/clinicians';
import { ServiceAccountsResolver } from '../../../resolvers/care/clinics/service-accounts';
import { ClinicsResolver } from '../../../resolvers/care/clinics/clinics';
import { clinicNodes } from '../../../resolvers/care/clinics/nodes';
import { clinicRules } from '../../../src/graph/permissions/care/clinics';
import { clinicSettingsSchemas } from './clinic-settings.schemas';
import { clinicSettingsRoutes } from './clinic-settings';
import { clinicianRoutes } from './clinicians';
import { clinicRoutes } from './clinics';
import { clinicSchemas } from './clinics.schemas';
import { serviceAccountRoutes } from './service-accounts';
import type { Surface } from '../../surface';

/** Clinics, their members and their settings. */
export const clinicsSurface: Surface = {
  name: 'clinics',
  resolvers: [
    ClinicsResolver,
    CliniciansResolver,
    ClinicianResolver,
    ClinicSettingsResolver,
    ...changedClinicEdges,
    ServiceAccountsResolver,
    AdminClinicsResolver,
    AdminClinicMembersResolver,
  ],
  nodes: clinicNodes,
  rules: [clinicRules],
  routes: [...clinicRoutes, ...clinicianRoutes, ...clinicSettingsRoutes, ...serviceAccountRoutes],
  schemas: { ...clinicSchemas, ...clinicSettingsSchemas },
};
