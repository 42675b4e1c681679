import { badInput } from '../../platform/errors';
import { findingAt } from '../../platform/rules/finding';
import { isMgdL, toMgdL, toMmolL } from '../../platform/validation/glucose-units';
import { isCollection, type Collection } from './merge';

/** The units that people choose between. */
const displayUnits = ['mmol/L', 'mg/dL'] as const;

export type DisplayUnits = (typeof displayUnits)[number];

/** A target range of glucose, with the unit of its limits. */
export interface AccountTarget {
  low: number;
  high: number;
  units: DisplayUnits;
}

/** What applications keep in the collection `settings`; null where nothing valid is stored. */
export interface AccountSettings {
  glucoseUnits: DisplayUnits | null;
  glucoseTarget: AccountTarget | null;
  siteChangeSource: string | null;
}

/** Changes to settings: null clears, absent keeps. */
export type SettingsChange = Partial<AccountSettings>;

/** Limits of a target that somebody can have meant. A target that was stored with the wrong unit is outside of them. */
const bounds: Readonly<Record<DisplayUnits, readonly [number, number]>> = {
  'mmol/L': [1, 55],
  'mg/dL': [18, 1000],
};

const isDisplayUnits = (value: unknown): value is DisplayUnits =>
  (displayUnits as readonly unknown[]).includes(value);

const isTarget = ({ low, high, units }: AccountTarget): boolean =>
  low >= bounds[units][0] && low < high && high <= bounds[units][1];

/** The settings in the collection. A target has the stored unit; without one, nobody knows what it says. */
export function readSettings({ units, bgTarget, siteChangeSource }: Collection): AccountSettings {
  const stored = isCollection(units) ? units.bg : undefined;
  const glucoseUnits = isDisplayUnits(stored) ? stored : null;
  return {
    glucoseUnits,
    glucoseTarget: glucoseUnits && isCollection(bgTarget) ? readTarget(bgTarget, glucoseUnits) : null,
    siteChangeSource: typeof siteChangeSource === 'string' ? siteChangeSource : null,
  };
}

function readTarget({ low, high }: Collection, units: DisplayUnits): AccountTarget | null {
  if (typeof low !== 'number' || typeof high !== 'number') return null;
  const target = { low, high, units };
  return isTarget(target) ? target : null;
}

const toTenths = (mmolL: number): number => Math.round(mmolL * 10) / 10;

/** Targets in mg/dL are nearly always multiples of this. */
const usualStep = 5;

/**
 * A limit in whole mg/dL: of those that are the same in mmol/L, the usual one. A unit that is changed twice thus leaves
 * a target of 140 mg/dL as it was, which is 7.8 mmol/L in between, and 141 mg/dL to the nearest.
 */
function toUsualMgdL(mmolL: number): number {
  const nearest = toMgdL(mmolL);
  const usual = Math.round(nearest / usualStep) * usualStep;
  return toTenths(toMmolL(usual)) === mmolL ? usual : nearest;
}

/** A target in another unit, as people say it: whole numbers of mg/dL, one decimal of mmol/L. */
function convertTarget(target: AccountTarget, units: DisplayUnits): AccountTarget {
  if (target.units === units) return target;
  const convert = (limit: number) => (isMgdL(units) ? toUsualMgdL(limit) : toTenths(toMmolL(limit)));
  return { low: convert(target.low), high: convert(target.high), units };
}

function assertTarget(target: AccountTarget): void {
  if (isTarget(target)) return;
  const [lowest, highest] = bounds[target.units];
  const detail = `"glucoseTarget" needs a lower limit below the upper one, both from ${lowest} to ${highest} ${target.units}.`;
  throw badInput(detail, [findingAt('/settings/glucoseTarget', ['value-not-valid', detail])]);
}

/**
 * The patch of the collection that makes these changes and keeps all other keys. The stored target follows the unit, because
 * applications read it in that unit; so the unit cannot be cleared as long as there is a target.
 */
export function settingsPatch(current: Collection, change: SettingsChange): Collection {
  const { glucoseUnits, glucoseTarget, siteChangeSource } = change;
  if (glucoseTarget) assertTarget(glucoseTarget);
  const stored = readSettings(current);
  const target = glucoseTarget === undefined ? stored.glucoseTarget : glucoseTarget;
  if (glucoseUnits === null && target) {
    const detail =
      '"glucoseUnits" cannot be cleared while there is a target, which has this unit. Clear "glucoseTarget", too.';
    throw badInput(detail, [findingAt('/settings/glucoseUnits', ['value-not-valid', detail])]);
  }
  const patch: Collection = {};
  if (siteChangeSource !== undefined) patch.siteChangeSource = siteChangeSource;
  if (glucoseTarget === null) patch.bgTarget = null;
  const units = glucoseUnits ?? stored.glucoseUnits ?? glucoseTarget?.units;
  if (glucoseUnits === null) patch['units.bg'] = null;
  else if (units && (glucoseUnits ?? glucoseTarget)) patch['units.bg'] = units;
  if (target && units && (glucoseUnits ?? glucoseTarget)) {
    const { low, high } = convertTarget(target, units);
    Object.assign(patch, { 'bgTarget.low': low, 'bgTarget.high': high });
  }
  return patch;
}
