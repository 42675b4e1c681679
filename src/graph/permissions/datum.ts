import type { IRules } from 'graphql-shield';
import { storedObjects } from '../../../resolvers/data/table-types';
import { partOfParent } from './rules';

/**
 * The objects within a record are stored in it: whoever may read the record may read them. Asked for once the schema
 * is built, because building it is what walks the table of record types.
 */
export function datumRules(): IRules {
  const rules: Record<string, Record<string, typeof partOfParent>> = {};
  for (const [type, fields] of storedObjects) {
    rules[type] = Object.fromEntries([...fields].map((field) => [field, partOfParent]));
  }
  return rules;
}
