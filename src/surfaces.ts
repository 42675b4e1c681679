import { administrationSurface } from '../rest-compat/identity/administration/surface';
import { authSurface } from '../rest-compat/identity/auth/surface';
import { alertsSurface } from '../rest-compat/care/alerts/surface';
import { auditSurface } from '../rest-compat/identity/audit/surface';
import { blobsSurface } from '../rest-compat/records/blobs/surface';
import { clinicInvitationsSurface } from '../rest-compat/care/clinic-invitations/surface';
import { clinicMergingSurface } from '../rest-compat/care/clinic-merging/surface';
import { clinicMigrationsSurface } from '../rest-compat/care/clinic-migrations/surface';
import { clinicsSurface } from '../rest-compat/care/clinics/surface';
import { confirmationsSurface } from '../rest-compat/identity/confirmations/surface';
import { consentsSurface } from '../rest-compat/identity/consents/surface';
import { dataSurface } from '../rest-compat/records/data/surface';
import { dataSourcesSurface } from '../rest-compat/records/data-sources/surface';
import { deviceLogsSurface } from '../rest-compat/records/device-logs/surface';
import { deviceTokensSurface } from '../rest-compat/records/device-tokens/surface';
import { ehrSurface } from '../rest-compat/care/ehr/surface';
import { exportsSurface } from '../rest-compat/records/exports/surface';
import { generalSurface } from '../rest-compat/general/surface';
import { identityProvidersSurface } from '../rest-compat/identity/identity-providers/surface';
import { messagesSurface } from '../rest-compat/care/messages/surface';
import { metadataSurface } from '../rest-compat/identity/metadata/surface';
import { metricsSurface } from '../rest-compat/records/metrics/surface';
import { patientsSurface } from '../rest-compat/care/patients/surface';
import { prescriptionsSurface } from '../rest-compat/care/prescriptions/surface';
import { restrictedTokensSurface } from '../rest-compat/identity/restricted-tokens/surface';
import { sharingSurface } from '../rest-compat/identity/sharing/surface';
import { summariesSurface } from '../rest-compat/care/summaries/surface';
import { tasksSurface } from '../rest-compat/platform/tasks/surface';
import { tideSurface } from '../rest-compat/care/tide/surface';
import type { Surface } from '../rest-compat/surface';
import type { JsonSchema, Route } from '../rest-compat/route';
import { commonSchemas } from '../rest-compat/schemas';
import { buildGraph, type GraphParts, type ServedGraph } from './graph/schema';

/** The public interface of each area. A new area adds its line here. */
const surfaces: readonly Surface[] = [
  generalSurface,
  administrationSurface,
  auditSurface,
  authSurface,
  identityProvidersSurface,
  restrictedTokensSurface,
  metadataSurface,
  sharingSurface,
  confirmationsSurface,
  consentsSurface,
  dataSurface,
  dataSourcesSurface,
  blobsSurface,
  deviceLogsSurface,
  exportsSurface,
  deviceTokensSurface,
  tasksSurface,
  metricsSurface,
  clinicsSurface,
  clinicInvitationsSurface,
  tideSurface,
  clinicMigrationsSurface,
  clinicMergingSurface,
  patientsSurface,
  ehrSurface,
  prescriptionsSurface,
  messagesSurface,
  summariesSurface,
  alertsSurface,
];

/** The parts of the graph. */
export const graphParts: GraphParts = {
  resolvers: surfaces.flatMap(({ resolvers }) => resolvers),
  types: surfaces.flatMap(({ types = [] }) => types),
  rules: surfaces.flatMap(({ rules }) => rules),
  nodes: surfaces.flatMap(({ nodes = [] }) => nodes),
};

let graph: ServedGraph | undefined;

/** The served graph. It is built once per process, which takes about half a second. */
export const servedGraph = (): ServedGraph => (graph ??= buildGraph(graphParts));

/** Every REST route. */
export const routes: readonly Route[] = surfaces.flatMap(({ routes = [] }) => routes);

/** The schemas of the API reference, by name. */
export const schemas: Readonly<Record<string, JsonSchema>> = Object.fromEntries(
  [commonSchemas, ...surfaces.map(({ schemas = {} }) => schemas)].flatMap((each) => Object.entries(each)),
);
