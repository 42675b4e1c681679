import fc from 'fast-check';
import { encodeJson, StoredJson } from '../../../src/platform/stored-json';

const objects = fc.dictionary(fc.string(), fc.jsonValue());

describe('text of stored JSON', () => {
  it('equals JSON.stringify of the values, anywhere', () => {
    fc.assert(
      fc.property(fc.array(objects), fc.jsonValue(), (values, other) => {
        const stored = values.map((value) => new StoredJson(Buffer.from(JSON.stringify(value))));
        expect(encodeJson({ other, stored }).toString()).toBe(JSON.stringify({ other, stored: values }));
      }),
    );
  });

  it('keeps its spelling and its order of keys', () => {
    const text = '{ "b": 1.0, "a": [1e2] }';
    expect(encodeJson([new StoredJson(Buffer.from(text))], '\n').toString()).toBe(`[${text}]\n`);
  });

  it('is parsed when converted to text in other ways', () => {
    expect(JSON.stringify([new StoredJson(Buffer.from('{ "b": 1.0 }'))])).toBe('[{"b":1}]');
  });
});
