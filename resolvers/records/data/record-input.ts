import { badInput } from '../../../src/platform/errors';
import { baseFields } from '../../../src/records/data/record-types/families/base';
import { recordTypes } from '../../../src/records/data/record-types/table';
import { recordBodies, recordInput } from './table-inputs';

const uploadable = recordTypes.filter((type) => !type.readOnly);

/** A record to upload, under the name of its type. */
export const RecordInput = recordInput(uploadable, baseFields);

/** Records in an input: typed, or in the format of the REST route. */
interface GivenRecords {
  data?: object[];
  records?: unknown[];
}

/** The records in an input, in the format of the REST route. Throws when they are in both forms or in none. */
export function recordsIn({ data, records }: GivenRecords): unknown[] {
  if (data && records) throw badInput('"data" and "records" are the same in two forms: send only one.');
  if (!data && !records) throw badInput('"data" is missing.');
  return data ? recordBodies(uploadable, baseFields, data) : (records ?? []);
}
