import type { IRules } from 'graphql-shield';
import { notFound } from '../../../platform/errors';
import type { RequestContext } from '../../../request/request-context';
import {
  accountOfParent,
  argumentUserId,
  check,
  holdsOn,
  mayOnAccount,
  partOfParent,
  relatedToAccount,
  thisUser,
} from '../rules';

type Arguments = Record<string, unknown>;

/** The export of an argument. Throws if it does not exist. */
async function argumentExport(args: Arguments, context: RequestContext) {
  const { exportId, id } = (args.input ?? args) as Arguments;
  const found = await context.load(context.services.requestedExports.findMany, String(exportId ?? id));
  if (!found) throw notFound('There is no export with this id.').about('exportId');
  return found;
}

/** The account that requested the export, as long as it may view the records. */
const requesterOfExport = check(
  async (context, args) => {
    if (context.caller.kind !== 'user') return false;
    const { requesterId, userId } = await argumentExport(args, context);
    return requesterId === context.callerId && holdsOn(context, userId, ['view']);
  },
  async (args, _parent, context) => (await argumentExport(args, context)).userId,
  { readsOnly: true },
);

const viewer = mayOnAccount(['view'], argumentUserId, { readsOnly: true });

/** The account itself: its export requests are private, whatever permissions others hold on it. */
const requester = check<{ id: string }>(
  ({ caller }, _args, { id }) => caller.kind === 'user' && caller.userId === id,
  thisUser,
);

/** Exports: anyone who may read the records may export them. */
export const exportRules: IRules = {
  Query: { requestedExport: requesterOfExport },
  Mutation: { createExport: viewer, requestExport: viewer, createExportLink: requesterOfExport },
  Subscription: { exportProgress: requesterOfExport },
  User: { requestedExports: requester },
  RequestedExportConnection: { edges: partOfParent, pageInfo: partOfParent },
  RequestedExportEdge: {
    node: mayOnAccount<{ node: { userId: string } }>(['view'], (_args, { node }) => node.userId),
  },
  RequestedExport: { owner: relatedToAccount(accountOfParent) },
  RequestedExportPayload: { export: partOfParent },
};
