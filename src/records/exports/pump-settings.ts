/** A parsed JSON object. */
export type JsonObject = Record<string, unknown>;

/**
 * The exported form of one pump schedule: the key of its entries, and whether the settings have several named
 * schedules.
 */
interface ScheduleKind {
  /** Key in the settings, and the last part of the exported type. */
  key: string;
  /** Key of one entry. */
  entryKey: string;
  isNamed: boolean;
  /** Whether its values depend on the units of the settings; insulin amounts do not. */
  hasUnits: boolean;
}

const kinds: readonly ScheduleKind[] = [
  { key: 'basalSchedules', entryKey: 'basalSchedule', isNamed: true, hasUnits: false },
  ...['bgTarget', 'carbRatio'].flatMap((entryKey) => [
    { key: entryKey, entryKey, isNamed: false, hasUnits: true },
    { key: `${entryKey}s`, entryKey, isNamed: true, hasUnits: true },
  ]),
  { key: 'insulinSensitivity', entryKey: 'insulinSensitivity', isNamed: false, hasUnits: true },
  { key: 'insulinSensitivities', entryKey: 'insulinSensitivity', isNamed: true, hasUnits: true },
];

const toArray = (value: unknown): unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);

/**
 * The settings of a pump, one object for each entry of each schedule, repeating all other settings. Settings without
 * a schedule yield nothing.
 */
export function* splitPumpSettings(settings: JsonObject): Generator<JsonObject> {
  const common = { ...settings };
  for (const { key } of kinds) delete common[key];
  const { units: _units, ...withoutUnits } = common;
  for (const { key, entryKey, isNamed, hasUnits } of kinds) {
    const shared = { ...(hasUnits ? common : withoutUnits), type: `pumpSettings.${key}` };
    if (!isNamed) {
      for (const entry of toArray(settings[key])) yield { ...shared, [entryKey]: entry };
      continue;
    }
    for (const [scheduleName, entries] of Object.entries((settings[key] ?? {}) as JsonObject)) {
      for (const entry of toArray(entries)) yield { ...shared, scheduleName, [entryKey]: entry };
    }
  }
}
