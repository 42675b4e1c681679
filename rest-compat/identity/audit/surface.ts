import { AccessLogEntryResolver, AccessLogResolver } from '../../../resolvers/identity/audit/access-log';
import { accessLogRules } from '../../../src/graph/permissions/identity/audit';
import type { Surface } from '../../surface';

/** The access log. */
export const auditSurface: Surface = {
  name: 'audit',
  resolvers: [AccessLogEntryResolver, AccessLogResolver],
  rules: [accessLogRules],
};
