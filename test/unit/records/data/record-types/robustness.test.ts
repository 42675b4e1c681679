import fc from 'fast-check';
import { findingTitles, maximumFindings } from '../../../../../src/platform/validation/finding';
import { prepareBatch } from '../../../../support/prepare-batch';
import { recordText } from '../../../../../src/records/data/record-types/serialize';
import {
  exampleRecord,
  exampleRecordWith,
  exampleValue,
  freeFields,
  uploadableTypes,
} from './example-records';
import { contentOf, food, problemsOf, recordsOf } from './prepared';

const anyJson = fc.oneof(
  fc.jsonValue({ maxDepth: 4 }),
  fc.constantFrom<unknown>('__proto__', 'constructor', '\uD800', 1e308, Infinity, -Infinity, -0, ''),
);

/** Records whose fields are sometimes valid and sometimes arbitrary. */
const anyRecord = fc.constantFrom(...uploadableTypes).chain((recordType) => {
  const fields = freeFields(recordType);
  const right = fields.map((field) => [field.name, exampleValue(field)] as const);
  const names = ['type', '__proto__', 'toString', ...fields.map(({ name }) => name)];
  const changes = fc.dictionary(fc.constantFrom(...names), anyJson, { maxKeys: 3 });
  return fc.tuple(fc.subarray(right), changes).map(([kept, changed]) => ({
    ...exampleRecord(recordType),
    ...Object.fromEntries(kept),
    ...changed,
  }));
});

const anyBody = fc.oneof(anyJson, fc.array(fc.oneof(anyRecord, anyRecord, anyJson), { maxLength: 4 }));

describe('any JSON value', () => {
  it('becomes records or findings', () => {
    fc.assert(
      fc.property(anyBody, (body) => {
        const result = prepareBatch(body);
        if ('records' in result) {
          for (const record of result.records) {
            expect(JSON.parse(recordText(record, { uploadId: 'u' }))).toMatchObject({ id: record.id });
          }
          return;
        }
        expect(result.findings.length).toBeGreaterThan(0);
        expect(result.findings.length).toBeLessThanOrEqual(maximumFindings);
        for (const { code, title, detail } of result.findings) {
          expect(findingTitles).toHaveProperty(code, title);
          expect(detail).not.toBe('');
        }
      }),
      { numRuns: 1500 },
    );
  });

  it('may be long', () => {
    expect(problemsOf({ ...food, name: 'x'.repeat(10_000) })).toEqual(['length-out-of-range at /0/name']);
    expect(problemsOf({ ...food, type: 'x'.repeat(10_000) })).toEqual(['value-not-allowed at /0/type']);
  });
});

describe('a prepared record', () => {
  it.each(uploadableTypes.map((recordType) => [recordType.graphqlName, recordType] as const))(
    'of type %s is unchanged when prepared again',
    (_name, recordType) => {
      const fields = freeFields(recordType).filter(({ returnedAs }) => returnedAs === undefined);
      for (const field of fields) {
        const [first] = recordsOf(exampleRecordWith(recordType, field));
        expect(first?.content).toHaveProperty([field.name]);
        const [again] = recordsOf(first?.content);
        expect(again).toEqual({ ...first, hasOwnId: true });
      }
    },
  );
});

describe('nested JSON', () => {
  it('may be 64 levels deep', () => {
    let payload: unknown = { end: true };
    for (let level = 0; level < 60; level++) payload = level % 2 ? { a: payload } : [payload];
    expect(contentOf({ ...food, payload: { payload } }).payload).toEqual({ payload });

    let ingredients: unknown = [{ name: 'salt', code: '' }];
    for (let level = 0; level < 30; level++) ingredients = [{ ingredients }];
    expect(problemsOf({ ...food, ingredients })).toEqual([
      `value-empty at /0${'/ingredients/0'.repeat(31)}/code`,
    ]);
  });

  it('keeps properties with the names of Object.prototype', () => {
    const payload: unknown = JSON.parse(
      '{"__proto__":{"a":1},"constructor":"x","gone":null,"b":{"__proto__":2}}',
    );
    const stored = JSON.stringify(contentOf({ ...food, payload }).payload);
    expect(stored).toBe('{"__proto__":{"a":1},"constructor":"x","b":{"__proto__":2}}');
    expect({}).not.toHaveProperty('a');
  });
});

describe('numbers that JSON can represent but databases cannot store', () => {
  const huge: unknown = JSON.parse('1e999');

  it.each([
    [{ type: 'food', time: food.time, amount: { units: 'g', value: huge } }, '/0/amount/value'],
    [{ type: 'food', time: food.time, timezoneOffset: huge }, '/0/timezoneOffset'],
    [{ type: 'food', time: food.time, conversionOffset: -(2 ** 53) }, '/0/conversionOffset'],
    [{ type: 'food', time: food.time, payload: { a: [{ b: huge }] } }, '/0/payload'],
    [{ type: 'food', time: food.time, annotations: [{ a: huge }] }, '/0/annotations/0'],
    [
      { type: 'food', time: food.time, history: [{ time: food.time, changes: [[huge]] }] },
      '/0/history/0/changes/0',
    ],
  ])('are out of range: %j', (record, pointer) => {
    expect(problemsOf(record)).toEqual([`value-out-of-range at ${pointer}`]);
  });
});
