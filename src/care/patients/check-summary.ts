import { parseInstant } from '../../platform/validation/values/calendar';
import { badInput, type Finding } from '../../platform/errors';
import type { PatientSummary } from './patient-summary.entity';
import { flagName, summaryFields, summaryTypes, type SummaryType } from './summary-fields';

type Fields = Record<string, unknown>;

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const finding = (pointer: string, detail: string): Finding => ({
  code: 'value-not-valid',
  title: 'value is not valid',
  detail,
  source: { pointer },
});

const configFields = [
  'schemaVersion',
  'highGlucoseThreshold',
  'veryHighGlucoseThreshold',
  'lowGlucoseThreshold',
  'veryLowGlucoseThreshold',
];

const dateFlags = ['hasFirstData', 'hasLastData', 'hasLastUploadDate', 'hasOutdatedSince'];

const dates = [
  'lastUpdatedDate',
  'firstData',
  'lastData',
  'lastUploadDate',
  'outdatedSince',
  'outdatedSinceLimit',
];

const reasons = ['lastUpdatedReason', 'outdatedReason'];

const isTime = (value: unknown): boolean =>
  value === undefined || (typeof value === 'string' && parseInstant(value) !== undefined);

const isTexts = (value: unknown): boolean =>
  value === undefined || (Array.isArray(value) && value.every((item) => typeof item === 'string'));

function dateFindings(place: string, given: unknown): Finding[] {
  if (!isObject(given)) return [finding(place, '"dates" must be an object.')];
  return [
    ...dateFlags
      .filter((flag) => typeof given[flag] !== 'boolean')
      .map((flag) => finding(`${place}/${flag}`, `"${flag}" must be true or false.`)),
    ...dates
      .filter((name) => !isTime(given[name]))
      .map((name) => finding(`${place}/${name}`, `"${name}" must be a time such as 2024-05-06T07:08:09Z.`)),
    ...reasons
      .filter((name) => !isTexts(given[name]))
      .map((name) => finding(`${place}/${name}`, `"${name}" must be an array of strings.`)),
  ];
}

function configFindings(place: string, config: unknown): Finding[] {
  if (!isObject(config)) return [finding(place, '"config" must be an object.')];
  return configFields
    .filter((name) => !Number.isFinite(config[name]))
    .map((name) => finding(`${place}/${name}`, `"${name}" must be a number.`));
}

function periodFindings(type: SummaryType, place: string, period: unknown): Finding[] {
  if (!isObject(period)) return [finding(place, 'A period must be an object.')];
  return summaryFields
    .filter(({ types }) => types.includes(type))
    .flatMap(({ name, flag, requiredTypes }) => {
      const value = period[name];
      const isRequired = requiredTypes.includes(type);
      const isNumber = Number.isFinite(value) || (value === undefined && !isRequired);
      return [
        ...(isNumber ? [] : [finding(`${place}/${name}`, `"${name}" must be a number.`)]),
        ...(flag === undefined || typeof period[flagName(name)] === 'boolean'
          ? []
          : [finding(`${place}/${flagName(name)}`, `"${flagName(name)}" must be true or false.`)]),
      ];
    });
}

function periodsFindings(place: string, type: SummaryType, periods: unknown): Finding[] {
  if (!isObject(periods)) return [finding(place, '"periods" must be an object.')];
  return Object.entries(periods).flatMap(([name, period]) =>
    periodFindings(type, `${place}/${name}`, period),
  );
}

function statsFindings(place: string, type: SummaryType, stats: unknown): Finding[] {
  if (!isObject(stats)) return [finding(place, 'Statistics must be an object.')];
  const { id, config, dates: given, periods } = stats;
  const isId = id === undefined || (typeof id === 'string' && /^[a-f0-9]{0,24}$/.test(id));
  return [
    ...(isId ? [] : [finding(`${place}/id`, 'An id can have up to 24 hexadecimal characters.')]),
    ...(config === undefined ? [] : configFindings(`${place}/config`, config)),
    ...(given === undefined ? [] : dateFindings(`${place}/dates`, given)),
    ...(periods === undefined ? [] : periodsFindings(`${place}/periods`, type, periods)),
  ];
}

/** The statistics with an id. Throws every finding when required fields are missing. */
export function checkedSummary(summary: PatientSummary): PatientSummary {
  const given = summaryTypes.flatMap((type) => {
    const stats = summary[`${type}Stats`];
    return stats === undefined ? [] : [{ name: `${type}Stats`, type, stats }];
  });
  const findings = given.flatMap(({ name, type, stats }) => statsFindings(`/${name}`, type, stats));
  if (findings.length > 0) throw badInput(findings[0]?.detail ?? '', findings);
  return Object.fromEntries(given.filter(({ stats }) => stats.id).map(({ name, stats }) => [name, stats]));
}
