import { Remembered } from '../../../src/platform/remembered';

/** Remembers the length of texts, and says what it had to measure. */
function remembering(most: number, longest?: number) {
  const remembered = new Remembered<string, number>(most, longest);
  const measured: string[] = [];
  const length = (text: string): number => {
    measured.push(text);
    if (text === 'bad') throw new Error('It cannot be measured.');
    return text.length;
  };
  return { measured, get: (text: string) => remembered.get(text, length) };
}

describe('what is remembered', () => {
  it('is found once, also if it is 0', () => {
    const { get, measured } = remembering(3);
    expect(['ab', '', 'ab', ''].map(get)).toEqual([2, 0, 2, 0]);
    expect(measured).toEqual(['ab', '']);
  });

  it('is forgotten when there is too much of it', () => {
    const { get, measured } = remembering(2);
    for (const text of ['a', 'b', 'a', 'b', 'c', 'c', 'a']) expect(get(text)).toBe(1);
    expect(measured).toEqual(['a', 'b', 'c', 'a']);
  });

  it('is found each time for long texts', () => {
    const { get, measured } = remembering(2, 3);
    for (const text of ['abc', 'abcd', 'abc', 'abcd']) expect(get(text)).toBe(text.length);
    expect(measured).toEqual(['abc', 'abcd', 'abcd']);
  });

  it('is not what could not be found', () => {
    const { get, measured } = remembering(2);
    for (let round = 0; round < 2; round += 1) expect(() => get('bad')).toThrow('It cannot be measured.');
    expect(measured).toEqual(['bad', 'bad']);
  });
});
