import type { IRules } from 'graphql-shield';
import { recordEdges } from '../../../../resolvers/records/data/record-edges';
import { storedObjects } from '../../../../resolvers/records/data/table-types';
import {
  argumentDataSetOwner,
  argumentUserId,
  check,
  holdsOn,
  mayOnAccount,
  partOfParent,
  relatedToAccount,
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

/** The owner of the data set that was uploaded to. */
const ownerOfUpload: AccountOf<{ dataSetId: string }> = async (_args, { dataSetId }, context) =>
  (await context.load(context.services.dataSets.findMany, dataSetId))?.userId ?? null;

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
    owner: relatedToAccount(ownerOfDataSet),
    createdBy: relatedToAccount<{ createdByUserId: string | null }>(
      (_args, { createdByUserId }) => createdByUserId,
    ),
  },
  DataSetPayload: { dataSet: partOfParent },
  UploadDataPayload: { dataSet: mayOnAccount(['view', 'upload', 'custodian'], ownerOfUpload) },
  DeleteDataPayload: { dataSet: partOfParent },
  DataSetConnection: { edges: partOfParent, pageInfo: partOfParent },
  DataSetEdge: { node: partOfParent },
  DatumConnection: { edges: partOfParent, pageInfo: partOfParent },
  DatumEdge: { node: partOfParent },
};

/** The owner of a record. */
const owner: AccountOf<{ ownerId: string }> = (_args, parent) => parent.ownerId;

const mayReadRecords = mayOnAccount(['view'], owner);
const mayReadDataSets = mayOnAccount(['view', 'upload', 'custodian'], owner);

/**
 * Objects inside a record are stored in it: anyone who may read the record may read them. Links to other records
 * have their own rules. Called after the schema is built, because building it walks the table of record types.
 */
export function datumRules(): IRules {
  const rules: Record<string, Record<string, typeof partOfParent | typeof mayReadRecords>> = {};
  for (const [type, fields] of storedObjects) {
    rules[type] = Object.fromEntries([...fields].map((field) => [field, partOfParent]));
  }
  for (const [type, fields] of recordEdges) {
    for (const field of fields) {
      rules[type] = { ...rules[type], [field]: field === 'dataSet' ? mayReadDataSets : mayReadRecords };
    }
  }
  return rules;
}
