import fc from 'fast-check';
import { encodeJson, StoredJson } from '../../../src/platform/stored-json';

const objects = fc.dictionary(fc.string(), fc.jsonValue());

describe('text of stored JSON', () => {
  it('is what JSON.stringify makes of the values, wherever they stand', () => {
    fc.assert(
      fc.property(fc.array(objects), fc.jsonValue(), (values, other) => {
        const stored = values.map((value) => new StoredJson(Buffer.from(JSON.stringify(value))));
        expect(encodeJson({ other, stored }).toString()).toBe(JSON.stringify({ other, stored: values }));
      }),
    );
  });

  it('keeps the spelling and the order of keys that it has', () => {
    const text = '{ "b": 1.0, "a": [1e2] }';
    expect(encodeJson([new StoredJson(Buffer.from(text))], '\n').toString()).toBe(`[${text}]\n`);
  });

  it('is parsed by whatever else turns it into text', () => {
    expect(JSON.stringify([new StoredJson(Buffer.from('{ "b": 1.0 }'))])).toBe('[{"b":1}]');
  });
});
