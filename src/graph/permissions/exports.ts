import type { IRules } from 'graphql-shield';
import { argumentUserId, mayOnAccount } from './rules';

/** Files of records: whoever may read the records may have them as a file. */
export const exportRules: IRules = {
  Mutation: { createExport: mayOnAccount(['view'], argumentUserId, { readsOnly: true }) },
};
