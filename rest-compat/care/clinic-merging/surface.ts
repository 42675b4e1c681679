import {
  ClinicMergesResolver,
  MergeClinicsEdges,
} from '../../../resolvers/care/clinic-merging/clinic-merges';
import { clinicMergingRules } from '../../../src/graph/permissions/care/clinic-merging';
import { clinicMergeRoutes } from './clinic-merges';
import { clinicMergeSchemas } from './clinic-merges.schemas';
import type { Surface } from '../../surface';

/** Merges two clinics into one. */
export const clinicMergingSurface: Surface = {
  name: 'clinic-merging',
  resolvers: [ClinicMergesResolver, MergeClinicsEdges],
  rules: [clinicMergingRules],
  routes: clinicMergeRoutes,
  schemas: clinicMergeSchemas,
};
