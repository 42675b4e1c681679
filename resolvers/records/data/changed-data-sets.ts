import { notFound } from '../../../src/platform/errors';
import type { RequestContext } from '../../../src/request/request-context';
import { payloadEdges } from '../../payload-edges';
import { DeleteDataPayload, UploadDataPayload } from './data.types';
import { DataSet, toDataSet } from './data-set.types';

/** The data set with this id, through the loader of the request. Throws if it does not exist. */
export async function loadDataSet(context: RequestContext, id: string): Promise<DataSet> {
  const found = await context.load(context.services.dataSets.findMany, id);
  if (!found) throw notFound('There is no data set with this id.');
  return toDataSet(found);
}

const changedDataSet = {
  type: () => DataSet,
  description: 'The data set after the change.',
  load: ({ dataSetId }: { dataSetId: string }, context: RequestContext) => loadDataSet(context, dataSetId),
};

/** The data set after an upload. */
export const UploadDataEdges = payloadEdges(UploadDataPayload, { dataSet: changedDataSet });

/** The data set after some of its records are deleted. */
export const DeleteDataEdges = payloadEdges(DeleteDataPayload, { dataSet: changedDataSet });
