import { DelayedEffect, carbohydrateShares, stepMinutes, stepMs } from './absorption';
import type { ActiveInsulin } from './active-insulin';
import { BasalTimeline, type BasalDelivery, type BasalSegment } from './basal-delivery';
import { decideDelivery } from './closed-loop';
import type { PumpModel } from './devices';
import type { SensorReading } from './sensor';

/** Settings programmed in a pump, or used with a pen; mg/dL per U, grams per U. */
export interface TherapySettings {
  insulinSensitivity: number;
  carbohydrateRatio: number;
  /** Programmed basal rate, U/h, at a minute of the local day. */
  schedule: (minuteOfDay: number) => number;
}

/** Inputs of a pump's decision; the reading is missing during a sensor gap. */
export interface PumpMoment {
  time: number;
  minuteOfDay: number;
  reading: SensorReading | undefined;
}

/** Events of a pump in one step: a finished segment, and a bolus of the closed loop. */
export interface PumpOutcome {
  ended: BasalSegment | undefined;
  automaticBolus: number;
}

/** Target glucose of closed loops, mg/dL. */
export const loopTarget = 105;
const exerciseTarget = 150;
/** Minutes that low-glucose suspend looks ahead, and its threshold, mg/dL. */
const suspendAheadMinutes = 30;
const suspendThreshold = 75;
const resumeThreshold = 90;
const longestSuspendMs = 2 * 3_600_000;

/** An insulin pump with schedule, temporary rates, suspensions, extended boluses and optionally a closed loop. */
export class Pump {
  private readonly timeline = new BasalTimeline();
  private readonly announced = new DelayedEffect(480 / stepMinutes);
  private suspendedUntil = 0;
  private lowSuspendedSince: number | undefined;
  private noLowSuspendBefore = 0;
  private temporary = { percent: 1, until: 0 };
  private exerciseUntil = 0;
  private extended = { unitsPerStep: 0, steps: 0 };
  private presentRate = 0;

  /** `isLooping`: whether the closed loop is on. */
  constructor(
    private readonly model: PumpModel,
    private readonly isLooping: boolean,
    private readonly settings: TherapySettings,
    private readonly activeInsulin: ActiveInsulin,
  ) {}

  /** Suspends all basal insulin until an instant, for example to change the infusion set. */
  suspend(until: number): void {
    this.suspendedUntil = until;
  }

  /** Sets a temporary rate as a factor of the scheduled one; no effect while the closed loop is on. */
  setTemporary(percent: number, until: number): void {
    this.temporary = { percent, until };
  }

  /** Raises the target of the closed loop until an instant. */
  announceExercise(until: number): void {
    this.exerciseUntil = until;
  }

  /** Announces a meal to the closed loop. */
  announceFood(grams: number, absorptionMinutes: number): void {
    this.announced.add(grams, carbohydrateShares(absorptionMinutes));
  }

  /** Gives a bolus over a duration; cuts off one that is still running. */
  extendBolus(units: number, duration: number): void {
    const steps = Math.max(1, Math.round(duration / stepMs));
    this.extended = { unitsPerStep: units / steps, steps };
  }

  /** Drops the running segment; the next one begins at the next step. */
  restartTimeline(time: number): void {
    this.timeline.close(time);
  }

  /** Ends the running segment. */
  close(time: number): BasalSegment | undefined {
    return this.timeline.close(time);
  }

  /** Decides and delivers for the next five minutes. */
  step(moment: PumpMoment): PumpOutcome {
    const scheduledRate = this.settings.schedule(moment.minuteOfDay);
    const { delivery, bolus } = this.decide(moment, scheduledRate);
    this.activeInsulin.giveBasal((delivery.rate * stepMinutes) / 60, (scheduledRate * stepMinutes) / 60);
    this.presentRate = delivery.rate;
    if (bolus > 0) this.activeInsulin.give(bolus);
    if (this.extended.steps > 0) {
      this.extended.steps -= 1;
      this.activeInsulin.give(this.extended.unitsPerStep);
    }
    this.announced.advance();
    return { ended: this.timeline.deliver(moment.time, delivery), automaticBolus: bolus };
  }

  private decide(moment: PumpMoment, scheduledRate: number): { delivery: BasalDelivery; bolus: number } {
    const { time, reading } = moment;
    const suspended =
      time < this.suspendedUntil || (!this.isLooping && this.isSuspendedForLow(time, reading));
    if (suspended) return { delivery: { deliveryType: 'suspend', rate: 0, scheduledRate }, bolus: 0 };
    if (this.isLooping && reading) return this.loop(time, reading, scheduledRate);
    if (!this.isLooping && time < this.temporary.until) {
      const { percent } = this.temporary;
      const rate = Math.round(scheduledRate * percent * 1000) / 1000;
      return { delivery: { deliveryType: 'temp', rate, scheduledRate, percent }, bolus: 0 };
    }
    return { delivery: { deliveryType: 'scheduled', rate: scheduledRate, scheduledRate }, bolus: 0 };
  }

  private loop(time: number, reading: SensorReading, scheduledRate: number): ReturnType<Pump['decide']> {
    const { rate, bolus } = decideDelivery({
      glucose: reading.value,
      ratePerMinute: reading.ratePerMinute ?? 0,
      target: time < this.exerciseUntil ? exerciseTarget : loopTarget,
      insulinOnBoard: this.activeInsulin.units,
      carbohydrateOnBoard: this.announced.remaining,
      scheduledRate,
      insulinSensitivity: this.settings.insulinSensitivity,
      carbohydrateRatio: this.settings.carbohydrateRatio,
      automaticBolus: this.model.automaticBolus,
      presentRate: this.presentRate,
    });
    return { delivery: { deliveryType: 'automated', rate, scheduledRate }, bolus };
  }

  private isSuspendedForLow(time: number, reading: SensorReading | undefined): boolean {
    if (!this.model.lowGlucoseSuspend) return false;
    const ahead = reading ? reading.value + (reading.ratePerMinute ?? 0) * suspendAheadMinutes : undefined;
    if (this.lowSuspendedSince === undefined) {
      const begins = ahead !== undefined && ahead < suspendThreshold && time >= this.noLowSuspendBefore;
      if (begins) this.lowSuspendedSince = time;
      return begins;
    }
    const isOver = ahead === undefined || ahead > resumeThreshold;
    if (!isOver && time - this.lowSuspendedSince < longestSuspendMs) return true;
    this.lowSuspendedSince = undefined;
    this.noLowSuspendBefore = time + longestSuspendMs / 4;
    return false;
  }
}
