import fc from 'fast-check';
import { parseIsoTime, parseRangeBound } from '../../../src/platform/iso-time';

const noon = Date.UTC(2024, 4, 6, 12);

describe('an ISO 8601 date-time', () => {
  it.each([
    '2024-05-06T12:00:00Z',
    '2024-05-06T12:00Z',
    '2024-05-06t12:00:00z',
    '2024-05-06T12:00:00',
    '2024-05-06T12:00:00.0009Z',
    '2024-05-06T12:00:00,000Z',
    '2024-05-06T14:00:00+02:00',
    '2024-05-06T14:00:00+0200',
    '2024-05-06T14:00:00+02',
    '2024-05-06T08:30:00-03:30',
    '2024-05-07T02:00:00+14:00',
  ])('%s is noon', (text) => {
    expect(parseIsoTime(text)).toBe(noon);
  });

  it.each([
    '',
    '2024-05-06',
    '2024-05-06 12:00:00Z',
    '2024-02-30T12:00:00Z',
    '2023-02-29T12:00:00Z',
    '2024-13-01T12:00:00Z',
    '2024-05-06T24:00:00Z',
    '2024-05-06T12:60:00Z',
    '2024-05-06T12:00:60Z',
    '2024-05-06T12:00:00+24:00',
    '2024-05-06T12:00:00 02:00',
    '2024-05-06T12:00:00.Z',
    'x2024-05-06T12:00:00Z',
    'May 6, 2024',
  ])('is not %j', (text) => {
    expect(parseIsoTime(text)).toBeUndefined();
  });

  it('is read back from every instant that JavaScript writes', () => {
    const instants = fc.date({
      min: new Date('0001-01-01T00:00:00Z'),
      max: new Date('9999-12-31T23:59:59.999Z'),
    });
    fc.assert(
      fc.property(
        instants.filter((date) => !Number.isNaN(date.getTime())),
        (date) => {
          expect(parseIsoTime(date.toISOString())).toBe(date.getTime());
        },
      ),
    );
  });
});

describe('a bound of a range', () => {
  it.each([
    '2024-05-06T14:00:00+02:00',
    '2024-05-06T14:00:00 02:00',
    '2024-05-06T14:00:00 0200',
    '2024-05-06T14:00 02',
  ])('%s is noon', (text) => {
    expect(parseRangeBound(text)).toBe(noon);
  });

  it('may be a day, which begins in UTC', () => {
    expect(parseRangeBound('2024-05-06')).toBe(Date.UTC(2024, 4, 6));
    expect(parseRangeBound('2024-02-30')).toBeUndefined();
  });

  it('is invalid with two spaces', () => {
    expect(parseRangeBound('2024-05-06 14:00:00 02:00')).toBeUndefined();
  });
});
