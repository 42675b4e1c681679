import { hex32, nodeType } from '../../node-type';
import { loadExport } from './requested-exports';
import type { RequestedExport } from './requested-exports.types';

/** Exports that the caller has requested. */
export const exportNodes = [
  nodeType<RequestedExport>({
    type: 'RequestedExport',
    ownId: hex32,
    load: loadExport,
    way: ({ id }) => ({ type: 'Query', field: 'requestedExport', args: { id } }),
  }),
];
