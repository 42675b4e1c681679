import type { Field } from '../../../../../src/platform/validation/vocabulary';
import { exampleRecord, exampleValue, freeFields, nameOf, uploadableTypes } from './example-records';
import { contentOf, findingsOf, food, problemsOf } from './prepared';

/** Wrong values of a field: the first ones are wrong in kind, the others in what they say. */
function wrongValues(field: Field): readonly unknown[] {
  switch (field.kind) {
    case 'textList':
    case 'metadataList':
    case 'jsonList':
    case 'list':
      return [[5], [null]];
    case 'map':
    case 'listMap':
      return [{ a: 5 }, { a: null }];
    case 'object':
    case 'variant':
    case 'record':
      return [{ ...(exampleValue(field) as object), units: 5 }, { units: 'parsecs' }];
    default:
      return [{}, ''];
  }
}

const toPlace = (problem: string): string | undefined => problem.split(' at ')[1];

/** Fields of which one may be there. */
const contradicts = (problem: string): boolean => problem.startsWith('value-exists');

const isOfKind = (problem: string): boolean => /^(type-|value-not-parsable)/.test(problem);

describe.each(uploadableTypes.map((recordType) => [nameOf(recordType), recordType] as const))(
  'the findings of a record of type %s',
  (_name, recordType) => {
    const alone = freeFields(recordType).map((field) =>
      wrongValues(field).map((value) => {
        const patch = { [field.name]: value };
        return { patch, problems: problemsOf(exampleRecord(recordType, patch)) };
      }),
    );

    it.each([
      ['in kind', isOfKind],
      ['in what they say', (problem: string) => !isOfKind(problem)],
    ])(
      'about two values that are wrong %s are in the places of those about each of them',
      (_how, isMeant) => {
        const found = alone.flatMap(
          (ofField) => ofField.find(({ problems }) => problems.length > 0 && problems.every(isMeant)) ?? [],
        );
        expect(found.length).toBeGreaterThan(2);
        const elsewhere = found.slice(1).flatMap((second, index) => {
          const first = found[index] ?? second;
          const places = [...first.problems, ...second.problems].map(toPlace);
          const together = problemsOf(exampleRecord(recordType, { ...first.patch, ...second.patch }));
          return together.filter((problem) => !places.includes(toPlace(problem)) && !contradicts(problem));
        });
        expect(elsewhere).toEqual([]);
      },
    );
  },
);

it('a value is quoted in a finding by its kind, and texts in part', () => {
  const readDetail = (time: unknown): string => findingsOf([{ ...food, time }])[0]?.detail ?? '';
  expect(readDetail([1])).toBe('Expected a time, found an array.');
  expect(readDetail({ a: 1 })).toBe('Expected a time, found an object.');
  expect(readDetail(5)).toBe('Expected a time, found 5.');
  expect(readDetail(false)).toBe('Expected a time, found false.');
  expect(readDetail('no "time"')).toBe('"no \\"time\\"" is not an RFC 3339 time with a zone.');
  expect(readDetail('x'.repeat(10_000)).length).toBeLessThan(300);
});

it('negative zeros are stored as zero', () => {
  expect(Object.is(contentOf({ ...food, clockDriftOffset: -0 }).clockDriftOffset, 0)).toBe(true);
});
