import { recordText } from '../../../../../src/records/data/record-types/serialize';
import { cbg, recordsOf } from './prepared';

describe('the text of a record', () => {
  const record = recordsOf({ ...cbg, id: '0123456789abcdefghijklmnopqrstuv', sampleInterval: 300_000.0 })[0];
  if (!record) throw new Error('There is no record');
  const start =
    '{"id":"0123456789abcdefghijklmnopqrstuv","type":"cbg","time":"2024-05-06T07:08:09.000Z",' +
    '"units":"mmol/L","value":5.5,"sampleInterval":300000,';

  it('contains the record and its data set', () => {
    expect(recordText(record, { uploadId: 'upid_0123456789ab' })).toBe(
      `${start}"uploadId":"upid_0123456789ab"}`,
    );
  });

  it('contains the hash if records are compared by it', () => {
    expect(recordText(record, { uploadId: 'u', hash: 'h' })).toBe(
      `${start}"uploadId":"u","deduplicator":{"hash":"h"}}`,
    );
  });
});
