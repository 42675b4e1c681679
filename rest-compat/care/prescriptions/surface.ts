import {
  PrescriptionAuthorsResolver,
  RevisionAuthorResolver,
} from '../../../resolvers/care/prescriptions/prescription-authors';
import {
  PrescribedDevicesResolver,
  PrescriptionDevicesResolver,
} from '../../../resolvers/care/prescriptions/prescription-devices';
import { PrescriptionSubscriptions } from '../../../resolvers/care/prescriptions/prescription-subscriptions';
import {
  ClinicPrescriptionsResolver,
  PrescriptionResolver,
  PrescriptionsResolver,
  UserPrescriptionsResolver,
} from '../../../resolvers/care/prescriptions/prescriptions';
import { prescriptionNodes } from '../../../resolvers/care/prescriptions/nodes';
import { prescriptionRules } from '../../../src/graph/permissions/care/prescriptions';
import { prescriptionDeviceRoutes } from './prescription-devices';
import { prescriptionRoutes } from './prescriptions';
import { prescriptionSchemas } from './prescriptions.schemas';
import type { Surface } from '../../surface';

/** Prescriptions of clinics. */
export const prescriptionsSurface: Surface = {
  name: 'prescriptions',
  resolvers: [
    PrescriptionAuthorsResolver,
    RevisionAuthorResolver,
    PrescriptionsResolver,
    ClinicPrescriptionsResolver,
    UserPrescriptionsResolver,
    PrescriptionResolver,
    PrescriptionDevicesResolver,
    PrescribedDevicesResolver,
    PrescriptionSubscriptions,
  ],
  nodes: prescriptionNodes,
  rules: [prescriptionRules],
  routes: [...prescriptionRoutes, ...prescriptionDeviceRoutes],
  schemas: prescriptionSchemas,
};
