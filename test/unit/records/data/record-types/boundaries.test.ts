import { prepareBatch } from '../../../../support/prepare-batch';
import { boundaryCases, type BoundaryCase } from './boundary-cases';
import { exampleRecord, nameOf, uploadableTypes } from './example-records';
import { placesOf } from './table-walk';

describe.each(uploadableTypes.map((recordType) => [nameOf(recordType), recordType] as const))(
  'a record of type %s',
  (_name, recordType) => {
    it('is valid with only its required fields', () => {
      expect(findingsOf(exampleRecord(recordType))).toEqual([]);
    });

    it.each(placesOf(recordType).map((place) => [place.pointer, place] as const))(
      'has the limits of %s',
      (_pointer, place) => {
        const cases = boundaryCases(place);
        const results = cases.map(({ what, patch }) => [what, findingsOf(exampleRecord(recordType, patch))]);
        expect(results).toEqual(cases.map((boundary) => [boundary.what, expectedFindings(boundary)]));
      },
    );
  },
);

function findingsOf(record: unknown): string[] {
  const result = prepareBatch([record]);
  return 'findings' in result ? result.findings.map(({ code, pointer }) => `${code} at ${pointer}`) : [];
}

function expectedFindings({ code, pointer }: BoundaryCase): string[] {
  return code === undefined ? [] : [`${code} at /0${pointer}`];
}
