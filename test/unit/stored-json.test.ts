import fc from 'fast-check';
import { StoredJson, stringify } from '../../src/stored-json';

const objects = fc.dictionary(fc.string(), fc.jsonValue());

describe('text of stored JSON', () => {
  it('is what JSON.stringify makes of the values, wherever they stand', () => {
    fc.assert(
      fc.property(fc.array(objects), fc.jsonValue(), (values, other) => {
        const stored = values.map((value) => new StoredJson(JSON.stringify(value)));
        expect(stringify({ other, stored })).toBe(JSON.stringify({ other, stored: values }));
      }),
    );
  });

  it('keeps the spelling and the order of keys that it has', () => {
    const text = '{ "b": 1.0, "a": [1e2] }';
    expect(stringify([new StoredJson(text)])).toBe(`[${text}]`);
  });

  it('is parsed by whatever else turns it into text', () => {
    expect(JSON.stringify([new StoredJson('{ "b": 1.0 }')])).toBe('[{"b":1}]');
  });
});
