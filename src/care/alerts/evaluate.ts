import type { RecentReadings, SensorReading } from '../../records/data/recent-readings.service';
import { isMgdL, storedRange, toMmolL } from '../../platform/validation/glucose-units';
import { isActive, isSent, type AlertActivity, type AlertKind, type AlertsActivity } from './alert-kinds';
import type { AlertsConfig } from './alerts-config';

/** What is configured, by kind. */
export type AlertSections = Omit<AlertsConfig, 'uploadId'>;

type Threshold = NonNullable<AlertsConfig['urgentLow']>['threshold'];

/** The activity after an evaluation, and the kind to notify, if any. */
export interface Evaluation {
  activity: AlertsActivity;
  notify: AlertKind | null;
}

/** The inputs about the followed person at one instant. */
export interface Facts extends RecentReadings {
  /** Milliseconds since the epoch, like all times. */
  now: number;
  /** When data last arrived; null if never. */
  lastReceipt: number | null;
  /** Readings before those that count, as far as `readFrom` asks for them; newest first. */
  earlier?: readonly SensorReading[];
}

const minute = 60_000;

/** A loop runs every five minutes; a single missed one is not reported. */
const shortestLoopDelay = 30 * minute;

/** Minimum time between two notifications of silence, or of a stopped loop. */
const shortestRepeat = 5 * minute;

/** How far back an evaluation looks beyond the longest delay, and at least in total. */
const beyondDelay = 15 * minute;
const shortestLookBack = 20 * minute;

/** Without readings for this long, a low or high that was sent has ended. */
const longestGap = 60 * minute;

/** How far back it is examined whether an alert that was sent has ended. */
const longestWithoutEnd = 12 * 60 * minute;

const loopDelay = (minutes: number): number => minutes * minute || shortestLoopDelay;
const silenceDelay = (minutes: number): number => Math.max(minutes * minute, shortestRepeat);

/** How far back readings matter to a configuration, in milliseconds. A run that began earlier exceeds any delay. */
export function lookBack({ low, high, notLooping }: AlertSections): number {
  const delays = [
    low?.enabled ? low.delay * minute : 0,
    high?.enabled ? high.delay * minute : 0,
    notLooping?.enabled ? loopDelay(notLooping.delay) : 0,
  ];
  return Math.max(Math.max(...delays) + beyondDelay, shortestLookBack);
}

/**
 * From when to read. While a low or high lasts that was sent, from the reading that it was about: it may have ended since without
 * an evaluation, because the readings arrived together with those of the next one, or because nobody was allowed to be notified.
 */
export function readFrom(sections: AlertSections, activity: AlertsActivity, now: number): number {
  const reported = (['low', 'high'] as const).flatMap((kind) => {
    const known = activity[kind] ?? {};
    return sections[kind]?.enabled && lasts(known) ? [known.reported] : [];
  });
  return Math.max(Math.min(now - lookBack(sections), ...reported), now - longestWithoutEnd);
}

/** Whether an alert that was sent is not known to have ended. */
const lasts = (activity: AlertActivity): activity is AlertActivity & { reported: number } =>
  isActive(activity) && isSent(activity) && activity.reported !== undefined;

/** Values in mg/dL converted to mmol/L, as readings are stored; others unchanged. */
const inMmolL = ({ value, units }: { value: number; units: string }): number =>
  isMgdL(units) ? toMmolL(value) : value;

/** A threshold in mmol/L; a reading of the same mg/dL is at it, however it is stored. */
const toLimits = ({ value, units }: Threshold): ReturnType<typeof storedRange> =>
  isMgdL(units) ? storedRange(value) : { least: value, greatest: value };

const isLow = (reading: SensorReading, threshold: Threshold) =>
  inMmolL(reading) <= toLimits(threshold).greatest;
const isHigh = (reading: SensorReading, threshold: Threshold) =>
  inMmolL(reading) >= toLimits(threshold).least;

/** Begins or ends an alert; two events at one instant keep their order. */
function afterLook(before: AlertActivity, isOutOfRange: boolean, now: number): AlertActivity {
  if (isOutOfRange === isActive(before)) return before;
  return isOutOfRange
    ? { ...before, triggered: Math.max(now, (before.resolved ?? -Infinity) + 1) }
    : { ...before, resolved: Math.max(now, before.triggered ?? -Infinity) };
}

/** The unbroken run of readings out of range that ends with the newest; empty if that one is in range. */
function findCurrentRun(
  readings: readonly SensorReading[],
  isOutOfRange: (reading: SensorReading) => boolean,
) {
  const end = readings.findIndex((reading) => !isOutOfRange(reading));
  return readings.slice(0, end === -1 ? readings.length : end);
}

/**
 * Whether an alert has ended since it was sent, though no evaluation found it so: two consecutive readings in range, or none for
 * an hour, lie between the reading that it was about and the newest. A single one in range may come from another sensor.
 */
function hasEndedUnseen(
  activity: AlertActivity,
  { now, readings, earlier = [] }: Facts,
  isOutOfRange: (reading: SensorReading) => boolean,
): boolean {
  if (!lasts(activity)) return false;
  const start = Math.max(activity.reported, now - longestWithoutEnd);
  const later = [...readings, ...earlier].filter(({ time }) => time > start);
  return later.some((each, index) => {
    const before = later[index + 1];
    const areInRange = before !== undefined && !isOutOfRange(each) && !isOutOfRange(before);
    return areInRange || each.time - (before?.time ?? start) > longestGap;
  });
}

/** The result for one kind of alert: whether it is out of range, and whether to notify the follower. */
interface Look {
  kind: AlertKind;
  isOutOfRange: boolean;
  /** Called with the activity before this evaluation. */
  hasEndedUnseen: (activity: AlertActivity) => boolean;
  /** Called with the activity after this evaluation. */
  maySend: (activity: AlertActivity) => boolean;
  /** While out of range, it suppresses less urgent kinds even if it is not notified itself. */
  outranks: boolean;
}

/**
 * A reading is never notified twice, nor is an older one that arrives later. Readings may arrive long after their time,
 * so the time of sending counts only where an older release has not stored which reading it was.
 */
const isNews = ({ sent = -Infinity, reported }: AlertActivity, newest: SensorReading | undefined) =>
  newest !== undefined && (reported === undefined ? sent <= newest.time : reported < newest.time);

/** Time of the reading that a notification of this kind is about; undefined if it is about none. */
export const reportedReading = (kind: AlertKind, { readings }: Facts): number | undefined =>
  kind === 'urgentLow' || kind === 'low' || kind === 'high' ? readings[0]?.time : undefined;

function lookForGlucose(
  kind: 'urgentLow' | 'low' | 'high',
  { threshold, delay = 0, repeat = 0 }: { threshold: Threshold; delay?: number; repeat?: number },
  facts: Facts,
): Look {
  const { now, readings } = facts;
  const isOut = (each: SensorReading) => (kind === 'high' ? isHigh : isLow)(each, threshold);
  const run = findCurrentRun(readings, isOut);
  const [newest] = run;
  const started = run.at(-1)?.time ?? now;
  const isDue = (activity: AlertActivity) =>
    now - started >= delay * minute &&
    (!isSent(activity) || (repeat > 0 && now - (activity.sent ?? -Infinity) > repeat * minute));
  return {
    kind,
    isOutOfRange: newest !== undefined,
    hasEndedUnseen: (activity) => hasEndedUnseen(activity, facts, isOut),
    maySend: (activity) => isNews(activity, newest) && (kind === 'urgentLow' || isDue(activity)),
    outranks: kind !== 'high',
  };
}

function lookForLoops(minutes: number, { now, lastLoop }: Facts): Look {
  return {
    kind: 'notLooping',
    isOutOfRange: lastLoop === null || now - lastLoop > loopDelay(minutes),
    hasEndedUnseen: () => false,
    maySend: ({ sent = -Infinity }) => now - sent > (minutes * minute || shortestRepeat),
    outranks: false,
  };
}

function looksAt(sections: AlertSections, facts: Facts): Look[] {
  const { urgentLow, low, high, notLooping } = sections;
  return [
    urgentLow?.enabled && lookForGlucose('urgentLow', { threshold: urgentLow.threshold }, facts),
    low?.enabled && lookForGlucose('low', low, facts),
    high?.enabled && lookForGlucose('high', high, facts),
    notLooping?.enabled && lookForLoops(notLooping.delay, facts),
  ].filter((look) => typeof look === 'object');
}

/**
 * Evaluates a configuration with new data: each kind begins or ends on its own, and the most urgent one to notify is
 * chosen. Silence only ends here; `evaluateSilence` finds its beginning.
 */
export function evaluateData(sections: AlertSections, before: AlertsActivity, facts: Facts): Evaluation {
  const looks = looksAt(sections, facts);
  const activity = { ...before };
  for (const { kind, isOutOfRange, hasEndedUnseen: hasEnded } of looks) {
    const known = before[kind] ?? {};
    const ended = isOutOfRange && hasEnded(known) ? afterLook(known, false, facts.now) : known;
    const after = afterLook(ended, isOutOfRange, facts.now);
    if (after !== known) activity[kind] = after;
  }
  const { noCommunication } = before;
  if (sections.noCommunication?.enabled && noCommunication && !isSilent(sections, facts)) {
    activity.noCommunication = afterLook(noCommunication, false, facts.now);
  }
  for (const { kind, isOutOfRange, maySend, outranks } of looks) {
    if (!isOutOfRange) continue;
    if (maySend(activity[kind] ?? {})) return { activity, notify: kind };
    if (outranks) break;
  }
  return { activity, notify: null };
}

const isSilent = ({ noCommunication }: AlertSections, { now, lastReceipt }: Facts): boolean =>
  lastReceipt !== null && now - lastReceipt > silenceDelay(noCommunication?.delay ?? 0);

/** Checks whether data has stopped arriving. Accounts that have never received data are not reported. */
export function evaluateSilence(sections: AlertSections, before: AlertsActivity, facts: Facts): Evaluation {
  const { now, lastReceipt } = facts;
  if (!sections.noCommunication?.enabled || lastReceipt === null) return { activity: before, notify: null };
  const isOutOfRange = isSilent(sections, facts);
  const known = before.noCommunication ?? {};
  const after = afterLook(known, isOutOfRange, now);
  const sinceSent = now - (known.sent ?? -Infinity);
  const isDue = isOutOfRange && sinceSent > silenceDelay(sections.noCommunication.delay);
  return {
    activity: after === known ? before : { ...before, noCommunication: after },
    notify: isDue ? 'noCommunication' : null,
  };
}

/**
 * When to check for silence next, in milliseconds since the epoch: the first instant at which it could be reported.
 * Null if silence alerts are off.
 */
export function nextSilenceLook(
  sections: AlertSections,
  { activity, notify }: Evaluation,
  facts: Facts,
): number | null {
  if (!sections.noCommunication?.enabled) return null;
  const { now, lastReceipt } = facts;
  const delay = silenceDelay(sections.noCommunication.delay);
  const lastSent = notify ? now : (activity.noCommunication?.sent ?? -Infinity);
  const last = Math.max(lastReceipt ?? now, isSilent(sections, facts) ? lastSent : -Infinity);
  return last + delay + 1;
}
