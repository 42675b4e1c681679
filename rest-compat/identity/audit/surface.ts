import { AccessLogEntryResolver, AccessLogResolver } from '../../../resolvers/identity/audit/access-log';
import { accessLogRules } from '../../../src/graph/permissions/identity/access-log';
import type { Surface } from '../../surface';

/** Who did what with whose data. */
export const auditSurface: Surface = {
  name: 'audit',
  resolvers: [AccessLogEntryResolver, AccessLogResolver],
  rules: [accessLogRules],
};
