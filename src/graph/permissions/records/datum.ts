import type { IRules } from 'graphql-shield';
import { storedObjects } from '../../../../resolvers/records/data/table-types';
import { recordEdges } from '../../../../resolvers/records/data/record-edges';
import { mayOnAccount, partOfParent, type AccountOf } from '../rules';

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
