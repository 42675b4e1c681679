import type { IRules } from 'graphql-shield';
import {
  argumentDataSetOwner,
  argumentUserId,
  check,
  holdsOn,
  mayOnAccount,
  partOfParent,
  thisUser,
  trustedServerOn,
  type AccountOf,
} from '../rules';

/** Managers of the account; uploaders can only delete their own data sets. */
const mayDeleteDataSet = check(async (context, args, parent) => {
  const { caller } = context;
  if (caller.kind === 'anonymous') return false;
  const owner = await argumentDataSetOwner(args, parent, context);
  const { dataSetId } = (args.input ?? args) as Record<string, unknown>;
  const dataSet = await context.load(context.services.dataSets.findMany, String(dataSetId));
  const isOwn = caller.kind === 'user' && dataSet?.byUser === caller.userId;
  return holdsOn(context, owner, isOwn ? ['custodian', 'upload'] : ['custodian']);
}, argumentDataSetOwner);

/** The owner of a data set. */
const ownerOfDataSet: AccountOf<{ userId: string }> = (_args, parent) => parent.userId;

/** Data sets and records. */
export const dataRules: IRules = {
  Query: { dataSet: mayOnAccount(['view', 'upload', 'custodian'], argumentDataSetOwner) },
  Mutation: {
    createDataSet: mayOnAccount(['upload'], argumentUserId),
    updateDataSet: mayOnAccount(['upload'], argumentDataSetOwner),
    uploadData: mayOnAccount(['upload'], argumentDataSetOwner),
    uploadLegacyData: mayOnAccount(['upload'], argumentUserId),
    deleteData: mayOnAccount(['upload'], argumentDataSetOwner),
    deleteDataSet: mayDeleteDataSet,
    deleteAllData: trustedServerOn(argumentUserId),
  },
  Subscription: {
    dataAdded: mayOnAccount(['view'], argumentUserId),
    dataSetChanged: mayOnAccount(['view'], argumentUserId),
  },
  DataAdded: { records: partOfParent, dataSet: partOfParent },
  DataSetChange: { dataSet: partOfParent },
  User: {
    data: mayOnAccount(['view'], thisUser),
    latestData: mayOnAccount(['view'], thisUser),
    dataSets: mayOnAccount(['view', 'upload', 'custodian'], thisUser),
  },
  DataSet: {
    client: partOfParent,
    device: partOfParent,
    records: mayOnAccount(['view'], ownerOfDataSet),
    recordCount: mayOnAccount(['view'], ownerOfDataSet),
  },
  DataSetPayload: { dataSet: partOfParent },
  DataSetConnection: { edges: partOfParent, pageInfo: partOfParent },
  DataSetEdge: { node: partOfParent },
  DatumConnection: { edges: partOfParent, pageInfo: partOfParent },
  DatumEdge: { node: partOfParent },
};
