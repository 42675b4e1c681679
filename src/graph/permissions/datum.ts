import type { IRules } from 'graphql-shield';
import { storedObjects } from '../../../resolvers/data/table-types';
import { recordEdges } from '../../../resolvers/data/record-edges';
import { mayOnAccount, partOfParent, type AccountOf } from './rules';

/** The account that a record is of. */
const owner: AccountOf<{ ownerId: string }> = (_args, parent) => parent.ownerId;

const mayReadRecords = mayOnAccount(['view'], owner);
const mayReadDataSets = mayOnAccount(['view', 'upload', 'custodian'], owner);

/**
 * The objects within a record are stored in it: whoever may read the record may read them. What a record leads to is asked
 * for anew. Asked for once the schema
 * is built, because building it is what walks the table of record types.
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
