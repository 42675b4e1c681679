import type { IRules } from 'graphql-shield';
import { notFound } from '../../../platform/errors';
import type { RequestContext } from '../../../request/request-context';
import {
  accountOfParent,
  anyPermission,
  argumentUserId,
  mayOnAccount,
  partOfParent,
  relatedToAccount,
  thisUser,
} from '../rules';

type Arguments = Record<string, unknown>;

async function argumentDeviceLogOwner(
  { id }: Arguments,
  _parent: unknown,
  context: RequestContext,
): Promise<string> {
  const log = await context.load(context.services.deviceLogs.findMany, String(id));
  if (!log) throw notFound('There is no device log with this id.');
  return log.userId;
}

/** Device logs: readable with any permission on the account. */
export const deviceLogRules: IRules = {
  Query: { deviceLog: mayOnAccount(anyPermission, argumentDeviceLogOwner) },
  Mutation: { createDeviceLog: mayOnAccount(['upload', 'custodian'], argumentUserId) },
  User: { deviceLogs: mayOnAccount(anyPermission, thisUser) },
  DeviceLog: { owner: relatedToAccount(accountOfParent) },
  DeviceLogPayload: { deviceLog: partOfParent },
  DeviceLogConnection: { edges: partOfParent, pageInfo: partOfParent },
  DeviceLogEdge: { node: partOfParent },
};
