import fc from 'fast-check';
import {
  exactInstant,
  instantProblem,
  instantText,
  isLocalTime,
  parseInstant,
} from '../../../../../src/platform/validation/values/calendar';
import { contentOf, food, problemsOf, recordsOf } from './prepared';

describe('an instant', () => {
  it.each([
    ['2024-05-06T07:08:09Z', '2024-05-06T07:08:09.000Z'],
    ['2024-05-06T07:08:09.1Z', '2024-05-06T07:08:09.100Z'],
    ['2024-05-06T07:08:09.1239999999Z', '2024-05-06T07:08:09.123Z'],
    ['2024-05-06T07:08:09.000000000000000000001Z', '2024-05-06T07:08:09.000Z'],
    ['2024-05-06T07:08:09+00:00', '2024-05-06T07:08:09.000Z'],
    ['2024-05-06T07:08:09-00:00', '2024-05-06T07:08:09.000Z'],
    ['2024-05-06T00:08:09.5+05:45', '2024-05-05T18:23:09.500Z'],
    ['2024-12-31T23:59:59-23:59', '2025-01-01T23:58:59.000Z'],
    ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z'],
    ['2000-02-29T00:00:00Z', '2000-02-29T00:00:00.000Z'],
    ['0001-01-01T00:00:00.001Z', '0001-01-01T00:00:00.001Z'],
    ['1969-12-31T23:59:59.999Z', '1969-12-31T23:59:59.999Z'],
    ['9999-12-31T23:59:59.9999Z', '9999-12-31T23:59:59.999Z'],
  ])('%s is stored as %s', (sent, stored) => {
    expect(contentOf({ ...food, time: sent }).time).toBe(stored);
  });

  it.each([
    [''],
    ['2024-05-06'],
    ['2024-05-06T07:08:09'],
    ['2024-05-06T07:08Z'],
    ['2024-05-06 07:08:09Z'],
    ['2024-05-06t07:08:09z'],
    ['2024-05-06T07:08:09z'],
    ['2024-05-06T07:08:09.Z'],
    ['2024-05-06T07:08:09,5Z'],
    ['2024-05-06T07:08:09+0200'],
    ['2024-05-06T07:08:09+02'],
    ['2024-05-06T07:08:09+24:00'],
    ['2024-05-06T07:08:09+02:60'],
    ['2024-05-06T07:08:09Z '],
    [' 2024-05-06T07:08:09Z'],
    ['2024-05-06T24:00:00Z'],
    ['2024-05-06T07:60:00Z'],
    ['2024-05-06T07:08:60Z'],
    ['2024-13-01T00:00:00Z'],
    ['2024-00-01T00:00:00Z'],
    ['2024-04-31T00:00:00Z'],
    ['2024-04-00T00:00:00Z'],
    ['2023-02-29T00:00:00Z'],
    ['1900-02-29T00:00:00Z'],
    ['0000-01-01T00:00:00Z'],
    ['10000-01-01T00:00:00Z'],
    ['+02024-05-06T07:08:09Z'],
    ['-024-05-06T07:08:09Z'],
    ['202a-05-06T07:08:09Z'],
    ['0001-01-01T00:00:00+00:01'],
    ['9999-12-31T23:59:59-00:01'],
    ['now'],
  ])('cannot be %j', (text) => {
    expect(problemsOf({ ...food, time: text })).toEqual(['value-not-parsable at /0/time']);
  });

  it.each([4, 7, 10, 13, 16, 19, 22])('has no other sign at its place %i', (place) => {
    const text = '2024-05-06T07:08:09+10:11';
    const others = [...'-:T+Z./ x'].filter((sign) => sign !== text[place] && !(place === 19 && sign === '-'));
    const wrong = others.map((sign) => text.slice(0, place) + sign + text.slice(place + 1));
    expect(wrong.filter((each) => parseInstant(each) !== undefined)).toEqual([]);
    const local = wrong.map((each) => each.slice(0, 19)).filter(isLocalTime);
    expect(local).toHaveLength(place < 19 ? 0 : others.length);
  });

  it.each(['2024-05-06T07:08:09+10:1', '2024-05-06T07:08:09+10:110', '2024-05-06T07:08:09*10:11'])(
    'has a whole zone, which %s has not',
    (text) => {
      expect(parseInstant(text)).toBeUndefined();
      expect(exactInstant(text)).toBeUndefined();
    },
  );

  it('is exact to its last digit as a text that can be sorted', () => {
    const [early, late] = ['2024-05-06T07:08:09.1234Z', '2024-05-06T09:08:09.12345+02:00'].map(exactInstant);
    expect([early, late]).toEqual(['2024-05-06T07:08:09.1234', '2024-05-06T07:08:09.12345']);
    expect(exactInstant('2024-05-06T07:08:09Z')).toBe('2024-05-06T07:08:09.000');
  });

  it.each([
    ['yesterday', 'is not an RFC 3339 time with a zone'],
    ['0001-01-01T00:00:00Z', 'counts as empty'],
    ['0001-01-01T00:00:00+00:01', 'is not in the years 1 to 9999 (in UTC)'],
  ])('%s has a problem that can be told', (text, problem) => {
    expect(instantProblem(text)).toBe(problem);
  });

  it('counts as empty at the beginning of the calendar, if it is required', () => {
    expect(problemsOf({ ...food, time: '0001-01-01T00:00:00Z' })).toEqual(['value-empty at /0/time']);
    expect(problemsOf({ ...food, time: '0001-01-01T01:00:00+01:00' })).toEqual(['value-empty at /0/time']);
    expect(problemsOf({ ...food, time: '0001-01-01T00:00:00.0009Z' })).toEqual(['value-empty at /0/time']);
  });

  it('is parsed like in the language itself', () => {
    const instants = fc.date({
      min: new Date(-62_135_596_799_999),
      max: new Date(253_402_300_799_999),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(instants, (date) => {
        expect(parseInstant(date.toISOString())).toBe(date.getTime());
        expect(instantText(date.getTime())).toBe(date.toISOString());
        expect(recordsOf({ ...food, time: date.toISOString() })[0]?.time).toBe(date.getTime());
      }),
    );
  });

  it('is refused or parsed, whatever the text', () => {
    const almost = fc.stringMatching(
      /^[0-9]{4}-[0-3][0-9]-[0-3][0-9]T[0-2][0-9]:[0-6][0-9]:[0-6][0-9](\.[0-9]{0,9})?(Z|[+-][0-2][0-9]:[0-6][0-9])?$/,
    );
    fc.assert(
      fc.property(almost, (text) => {
        const instant = parseInstant(text);
        const isReal = instant !== undefined && !Number.isNaN(Date.parse(text));
        expect(instant === undefined || isReal).toBe(true);
        if (instant !== undefined) expect(instant).toBe(Math.floor(Date.parse(text)));
      }),
    );
  });
});

describe('a local time', () => {
  it.each([['2024-02-29T23:59:59'], ['0001-01-01T00:00:00']])('can be %s and is kept', (text) => {
    expect(isLocalTime(text)).toBe(true);
    expect(contentOf({ ...food, deviceTime: text }).deviceTime).toBe(text);
  });

  it.each([
    [''],
    ['2023-02-29T00:00:00'],
    ['2024-05-06T07:08:09Z'],
    ['2024-05-06T07:08:09.5'],
    ['2024-05-06'],
    ['2024-05-06T24:00:00'],
  ])('cannot be %j', (text) => {
    expect(isLocalTime(text)).toBe(false);
    expect(problemsOf({ ...food, deviceTime: text })).toEqual(['value-not-valid at /0/deviceTime']);
  });
});
