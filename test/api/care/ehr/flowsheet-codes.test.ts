import type { Json } from '../../../support/api';
import { newPatient } from '../../../support/clinics';
import { connectedRedox, orderedPatient } from '../../../support/connected-redox';
import { newOrder, sent } from '../../../support/ehr';
import { periodWith, statsWith, tellSummary } from '../../../support/patient-summaries';

const redox = connectedRedox();

const dates = {
  lastUpdatedDate: '2026-02-01T12:00:00.000Z',
  lastUploadDate: '2026-02-01T11:00:00.000Z',
  lastData: '2026-02-01T10:00:00.000Z',
};

const shares = {
  ...{ timeInVeryLowPercent: 0.0056, timeInLowPercent: 0.0704, timeInTargetPercent: 0.449275 },
  ...{ timeInHighPercent: 0.231884, timeInVeryHighPercent: 0.2429 },
};
const common = {
  ...shares,
  averageGlucoseMmol: 9.5634,
  standardDeviation: 1.4698,
  coefficientOfVariation: 0.20044,
};

const sensors = {
  ...common,
  ...{ glucoseManagementIndicator: 6.7206, timeCGMUsePercent: 0.501262 },
  ...{ daysWithData: 9, hoursWithData: 128 },
};
const meters = {
  ...common,
  ...{ min: 2.9889, max: 15.5556, totalRecords: 69, averageDailyRecords: 4.9286, daysWithData: 3 },
  ...{ timeInVeryLowRecords: 4, timeInVeryHighRecords: 13 },
};

const summary = {
  cgmStats: statsWith(
    { '14d': periodWith('cgm', sensors) },
    { ...dates, firstData: '2026-01-28T00:00:00.000Z' },
  ),
  bgmStats: statsWith(
    { '14d': periodWith('bgm', meters) },
    { ...dates, firstData: '2025-01-01T00:00:00.000Z' },
    'b'.repeat(24),
  ),
};

/** The observations of the flowsheet after an order, as `value units` by code. */
async function observed(settings: object): Promise<Record<string, string>> {
  const at = await redox.connected(settings);
  const { id } = await newPatient(redox.server, at.clinic, orderedPatient);
  await tellSummary(redox.server, id as string, summary);
  await sent(redox.server, newOrder(at.sourceId, { code: 'enable' }));
  const [flowsheet] = await redox.someMessages(at.destination, 'Flowsheet');
  for (const { Code, ValueType, DateTime } of flowsheet.Observations) {
    expect([Code, ValueType]).toEqual([Code, Code.startsWith('REPORTING_PERIOD_') ? 'DateTime' : 'Numeric']);
    expect(DateTime).toBe(dates.lastData);
  }
  return Object.fromEntries(
    flowsheet.Observations.map(({ Code, Value, Units = '' }: Json) => [Code, `${Value} ${Units}`.trim()]),
  );
}

const periods = {
  REPORTING_PERIOD_START_CGM: '2026-01-18T10:00:00.000Z',
  REPORTING_PERIOD_END_CGM: '2026-02-01T10:00:00.000Z',
  REPORTING_PERIOD_START_CGM_DATA: '2026-01-28T00:00:00.000Z',
  REPORTING_PERIOD_START_SMBG: '2026-01-18T10:00:00.000Z',
  REPORTING_PERIOD_END_SMBG: '2026-02-01T10:00:00.000Z',
  REPORTING_PERIOD_START_SMBG_DATA: '2026-01-18T10:00:00.000Z',
};

const counts = {
  DAYS_WITH_DATA_CGM: '9 day',
  HOURS_WITH_DATA_CGM: '128 hour',
  DAYS_WITH_DATA_SMBG: '3 day',
  TOTAL_READING_COUNT_SMBG: '69',
  READINGS_BELOW_RANGE_VERY_LOW_SMBG: '4',
  READINGS_ABOVE_RANGE_VERY_HIGH_SMBG: '13',
};

/** The same for sensors and meters. */
const ofBoth = (figures: Record<string, string>) =>
  Object.fromEntries(
    ['CGM', 'SMBG'].flatMap((kind) =>
      Object.entries(figures).map(([code, text]) => [`${code}_${kind}`, text]),
    ),
  );

it('figures have the codes that mappings of health record systems know, with four decimals', async () => {
  expect(await observed({})).toEqual({
    ...periods,
    ...counts,
    ...ofBoth({
      AVERAGE: '172.2903 mg/dL',
      STANDARD_DEVIATION: '26.4793 mg/dL',
      COEFFICIENT_OF_VARIATION: '0.2004',
      TIME_BELOW_RANGE_VERY_LOW: '0.5600 %',
      TIME_BELOW_RANGE_LOW: '7.0400 %',
      TIME_IN_RANGE: '44.9275 %',
      TIME_ABOVE_RANGE_HIGH: '23.1884 %',
      TIME_ABOVE_RANGE_VERY_HIGH: '24.2900 %',
    }),
    GLUCOSE_MANAGEMENT_INDICATOR: '6.7206 %',
    ACTIVE_WEAR_TIME_CGM: '50.1262 %',
    CHECK_RATE_READINGS_DAY_SMBG: '4.9286',
    MIN_SMBG: '53.8468 mg/dL',
    MAX_SMBG: '280.2433 mg/dL',
  });
});

it('the iCoDE standard rounds them, and gives the variation as a percentage', async () => {
  expect(await observed({ flowsheets: { icode: true } })).toEqual({
    ...periods,
    ...counts,
    ...ofBoth({
      AVERAGE: '172 mg/dL',
      STANDARD_DEVIATION: '26.5 mg/dL',
      COEFFICIENT_OF_VARIATION: '20.0 %',
      TIME_BELOW_RANGE_VERY_LOW: '0.6 %',
      TIME_BELOW_RANGE_LOW: '7 %',
      TIME_IN_RANGE: '45 %',
      TIME_ABOVE_RANGE_HIGH: '23 %',
      TIME_ABOVE_RANGE_VERY_HIGH: '24 %',
    }),
    GLUCOSE_MANAGEMENT_INDICATOR: '6.7 %',
    ACTIVE_WEAR_TIME_CGM: '50.13 %',
    CHECK_RATE_READINGS_DAY_SMBG: '4.9286',
    MIN_SMBG: '54 mg/dL',
    MAX_SMBG: '280 mg/dL',
  });
});
