import { stepMinutes, stepMs } from './absorption';
import type { SensorModel } from './devices';
import type { Random } from './random';

const minuteMs = 60_000;
const dayMs = 86_400_000;
/**
 * Limits of the measuring range, mg/dL. Readings beyond are reported as the next number: 39 means "low", 401 "high".
 */
export const sensorRange = { low: 40, high: 400 } as const;
/** Fraction of an error that carries over to the next reading, and the standard deviation of errors (as fractions). */
const errorPersistence = 0.93;
const errorDeviation = 0.05;
const firstDayErrorDeviation = 0.08;
const sessionBiasDeviation = 0.03;
/** Probability of a signal loss in a step, and its average duration, minutes. */
const signalLossChance = 0.0014;
const signalLossMinutes = 40;
/** Readings for a trend: the last fifteen minutes. */
const trendReadings = 3;

/** One reading, mg/dL, with the change per minute if the last fifteen minutes are complete. */
export interface SensorReading {
  value: number;
  ratePerMinute?: number;
}

/** A worn sensor: sessions with warm-up, pauses between them, signal loss and autocorrelated errors. */
export class GlucoseSensor {
  private sessionStart: number;
  private sessionEnd: number;
  private sessionBias = 0;
  private error = 0;
  private silentUntil = 0;
  private readonly recent: number[] = [];

  /** `wear`: fraction of days with a sensor. The first session began before `start`. */
  constructor(
    private readonly model: SensorModel,
    private readonly wear: number,
    start: number,
    private readonly random: Random,
  ) {
    this.sessionEnd = start + random.next() * model.wearDays * dayMs;
    this.sessionStart = this.sessionEnd - model.wearDays * dayMs;
    this.sessionBias = random.normal(0, sessionBiasDeviation);
  }

  /** The reading at an instant (milliseconds) for a tissue glucose; undefined in a gap. */
  read(time: number, tissueGlucose: number): SensorReading | undefined {
    const glucose = this.disturbed(time, tissueGlucose);
    if (!this.isTransmitting(time)) {
      this.recent.length = 0;
      return undefined;
    }
    const value = Math.min(sensorRange.high + 1, Math.max(sensorRange.low - 1, Math.round(glucose)));
    const earliest = this.recent.length === trendReadings ? this.recent.shift() : undefined;
    this.recent.push(value);
    if (earliest === undefined) return { value };
    const rate = (value - earliest) / (trendReadings * stepMinutes);
    return { value, ratePerMinute: Math.round(rate * 10) / 10 };
  }

  private disturbed(time: number, tissueGlucose: number): number {
    const isFirstDay = time - this.sessionStart < dayMs;
    const deviation = isFirstDay ? firstDayErrorDeviation : errorDeviation;
    const innovation = deviation * Math.sqrt(1 - errorPersistence ** 2);
    this.error = this.error * errorPersistence + this.random.normal(0, innovation);
    return tissueGlucose * (1 + this.sessionBias + this.error) + this.random.normal(0, 1);
  }

  private isTransmitting(time: number): boolean {
    if (time >= this.sessionEnd) this.startSession();
    if (this.random.chance(signalLossChance)) {
      const minutes = Math.max(stepMinutes, this.random.exponential(signalLossMinutes));
      this.silentUntil = Math.max(this.silentUntil, time + minutes * minuteMs);
    }
    return time >= this.sessionStart + this.model.warmUpMinutes * minuteMs && time >= this.silentUntil;
  }

  private startSession(): void {
    const unwornDays = (this.model.wearDays * (1 - this.wear)) / this.wear;
    const pause = this.random.exponential(unwornDays * dayMs + 6 * stepMs);
    this.sessionStart = this.sessionEnd + pause;
    this.sessionEnd = this.sessionStart + this.model.wearDays * dayMs;
    this.sessionBias = this.random.normal(0, sessionBiasDeviation);
  }
}
