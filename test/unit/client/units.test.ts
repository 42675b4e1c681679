import {
  convertGlucose,
  formatGlucose,
  formatShare,
  mgdLPerMmolL,
  toMgdL,
  toMmolL,
} from '@glycograph/client/units';
import * as fc from 'fast-check';
import * as ofService from '../../../src/platform/validation/glucose-units';

it('the client converts glucose exactly as the service does', () => {
  expect(mgdLPerMmolL).toBe(ofService.mgdLPerMmolL);
  fc.assert(
    fc.property(
      fc.double({ min: -100, max: 1500, noNaN: true }),
      fc.integer({ min: 0, max: 2 }),
      (value, decimals) => {
        expect(toMmolL(value)).toBe(ofService.toMmolL(value));
        expect(toMgdL(value, decimals)).toBe(ofService.toMgdL(value, decimals));
      },
    ),
  );
});

it('every whole number of mg/dL survives the way to mmol/L and back', () => {
  for (let mgdL = 0; mgdL <= 1000; mgdL++)
    expect(convertGlucose(convertGlucose(mgdL, 'MG_DL', 'MMOL_L'), 'MMOL_L', 'MG_DL')).toBe(mgdL);
});

it('writes glucose as people read it', () => {
  const locale = 'en-US';
  expect(formatGlucose(126, 'MG_DL', { locale })).toBe('126 mg/dL');
  expect(formatGlucose(7, 'MMOL_L', { locale })).toBe('7.0 mmol/L');
  expect(formatGlucose(3.85, 'MMOL_L', { locale, unit: false })).toBe('3.9');
  expect(formatGlucose(7.25, 'MMOL_L', { locale: 'de-DE' })).toBe('7,3 mmol/L');
  expect(formatGlucose(null, 'MG_DL')).toBe('–');
});

it('writes shares as percentages', () => {
  expect(formatShare(0.724, 'en-US')).toBe('72%');
  expect(formatShare(undefined)).toBe('–');
});
