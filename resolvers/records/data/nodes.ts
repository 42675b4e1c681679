import { nodeType } from '../../node-type';
import { toDataSet, type DataSet } from './data-set.types';

/** Data sets. Clients choose their ids. */
export const dataNodes = [
  nodeType<DataSet>({
    type: 'DataSet',
    ownId: /^[^]+$/,
    isChosenByClients: true,
    load: async (context, id) => {
      const found = await context.load(context.services.dataSets.findMany, id);
      return found && toDataSet(found);
    },
    way: ({ id }) => ({ type: 'Query', field: 'dataSet', args: { id } }),
  }),
];
