import { mgdLPerMmolL } from '../../platform/validation/glucose-units';
import type { GlucoseUnits } from './export-options';
import { splitPumpSettings, type JsonObject } from './pump-settings';
import { listRecordFields, type Sheet } from './sheets';

/** The exported form of a record, or of a part of it. */
export type ExportRow = Record<string, string | number | boolean>;

/** Characters of text that are made at once: rows may repeat what is large. */
export const pieceSize = 64 * 1024;

/** Paths of glucose values by exported type; `a.b` is inside an object. */
const targets = ['low', 'high', 'target', 'range'].map((bound) => `bgTarget.${bound}`);
const glucoseFields: Record<string, readonly string[]> = {
  cbg: ['value'],
  smbg: ['value'],
  // The label of the units changes with the values, so the target of an override is converted, too.
  deviceEvent: ['value', ...targets],
  wizard: ['bgInput', 'insulinSensitivity', ...targets],
  'pumpSettings.bgTarget': targets,
  'pumpSettings.bgTargets': targets,
  'pumpSettings.insulinSensitivity': ['insulinSensitivity.amount'],
  'pumpSettings.insulinSensitivities': ['insulinSensitivity.amount'],
};

const typesWithDuration = new Set(['basal', 'bolus', 'deviceEvent']);
const minute = 60_000;
const unitsOfDay: Record<string, number> = { minutes: 24 * 60, hours: 24, seconds: 24 * 60 * 60 };

const isPlain = (value: unknown): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value);

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether a record names the unit of its glucose, which some settings lack. */
const namesUnits = ({ units }: JsonObject): boolean =>
  typeof units === 'string' || (isObject(units) && typeof units.bg === 'string');

/** Converts stored records to their exported form. */
export class RecordExporter {
  private readonly knownFields: ReadonlySet<string>;
  private readonly jsonFields = new Map<string, readonly string[]>();

  constructor(
    sheets: readonly Sheet[],
    private readonly units: GlucoseUnits,
  ) {
    this.knownFields = new Set(listRecordFields(sheets));
    for (const { types, columns } of sheets) {
      const keys = columns.filter(({ asJson }) => asJson).map(({ key }) => key);
      for (const type of types) this.jsonFields.set(type, keys);
    }
  }

  /** The exported form of one record: flat objects of texts, numbers and booleans. */
  *rows(text: string): Generator<ExportRow> {
    const record = JSON.parse(text) as JsonObject;
    if (record.type !== 'pumpSettings') yield this.row(record);
    else for (const part of splitPumpSettings(record)) yield this.row(part);
  }

  private row(record: JsonObject): ExportRow {
    const type = String(record.type);
    const row: ExportRow = {};
    const texts = this.jsonFields.get(type);
    for (const [key, value] of Object.entries(record)) {
      if (value === null) continue;
      if (texts?.includes(key)) row[key] = JSON.stringify(value);
      else if (isObject(value)) this.flatten(row, key, value);
      else this.keep(row, key, value);
    }
    this.countGlucose(row, record, type);
    countTime(row, record, type);
    return row;
  }

  private flatten(row: ExportRow, key: string, value: JsonObject): void {
    for (const [inner, innerValue] of Object.entries(value)) this.keep(row, `${key}.${inner}`, innerValue);
  }

  private keep(row: ExportRow, key: string, value: unknown): void {
    if (this.knownFields.has(key) && isPlain(value)) row[key] = value;
  }

  /**
   * Stored values are in mmol/L. They are not rounded: users of the file decide about that. Values stay as they are if the
   * record does not name the unit in which they were sent.
   */
  private countGlucose(row: ExportRow, record: JsonObject, type: string): void {
    if (type === 'bloodKetone' || !namesUnits(record)) return;
    for (const key of ['units', 'units.bg']) if (typeof row[key] === 'string') row[key] = this.units;
    if (this.units !== 'mg/dL') return;
    for (const key of glucoseFields[type] ?? []) {
      const amount = row[key];
      if (typeof amount !== 'number') continue;
      const inMgdL = amount * mgdLPerMmolL;
      // Legacy uploads may hold any number; one that is too great for a file is none.
      if (Number.isFinite(inMgdL)) row[key] = inMgdL;
      else delete row[key];
    }
  }
}

/** Durations in minutes or fractions of a day, and starts of schedules as times on the first day of 1970. */
function countTime(row: ExportRow, record: JsonObject, type: string): void {
  if (typesWithDuration.has(type)) {
    for (const key of ['duration', 'expectedDuration'])
      if (typeof row[key] === 'number') row[key] = row[key] / minute;
  }
  if (type === 'physicalActivity' && isObject(record.duration)) {
    const { value, units } = record.duration;
    const inOneDay = unitsOfDay[String(units)];
    if (typeof value === 'number' && inOneDay !== undefined) row.duration = value / inOneDay;
  }
  if (!type.startsWith('pumpSettings.')) return;
  for (const [key, value] of Object.entries(row))
    if (key.endsWith('.start') && typeof value === 'number') row[key] = new Date(value).toISOString();
}
