import type { IRules } from 'graphql-shield';
import { argumentDataSetOwner, argumentUserId, mayOnAccount, partOfParent, thisUser } from './rules';

/** Data sets and records. */
export const dataRules: IRules = {
  Query: { dataSet: mayOnAccount(['view', 'upload', 'custodian'], argumentDataSetOwner) },
  Mutation: {
    createDataSet: mayOnAccount(['upload'], argumentUserId),
    updateDataSet: mayOnAccount(['upload'], argumentDataSetOwner),
    uploadData: mayOnAccount(['upload'], argumentDataSetOwner),
  },
  User: {
    data: mayOnAccount(['view'], thisUser),
    latestData: mayOnAccount(['view'], thisUser),
    dataSets: mayOnAccount(['view', 'upload', 'custodian'], thisUser),
  },
  DataSet: { client: partOfParent },
  DataSetPayload: { dataSet: partOfParent },
  DataSetConnection: { edges: partOfParent, pageInfo: partOfParent },
  DataSetEdge: { node: partOfParent },
  DatumConnection: { edges: partOfParent, pageInfo: partOfParent },
  DatumEdge: { node: partOfParent },
};
