import {
  DelayedEffect,
  carbohydrateShares,
  insulinActions,
  insulinShares,
  longActingShares,
  stepMinutes,
  type InsulinAction,
} from './absorption';
import type { DemoPerson } from './person';
import type { Random } from './random';

/** Physiological parameters: how a body responds to insulin and food. */
export interface Physiology {
  /** Fall of glucose per unit of insulin, mg/dL. */
  insulinSensitivity: number;
  /** Grams of carbohydrate covered by one unit of insulin. */
  carbohydrateRatio: number;
  insulinAction: InsulinAction;
  /** Insulin that keeps fasting glucose steady, U/h, at a minute of the local day. */
  basalNeed: (minuteOfDay: number) => number;
}

/** Fasting glucose with the required insulin, mg/dL. */
const fastingGlucose = 118;
/** Fraction of the distance to fasting glucose that the body recovers per minute. */
const glucoseEffectiveness = 0.0035;
/** Above this glucose (mg/dL) the kidneys excrete a fraction of the excess per minute. */
const renalThreshold = 200;
const renalClearance = 0.003;
/** Below this glucose (mg/dL) the liver releases glucose, in mg/dL per minute for each mg/dL missing. */
const counterRegulationThreshold = 72;
const counterRegulation = 0.03;
/** Minutes by which glucose in tissue, where sensors measure, lags behind blood glucose. */
const tissueLagMinutes = 8;
/** Minutes after which a random disturbance has decayed to 1/e. */
const disturbanceMinutes = 90;
/** Minutes after which increased sensitivity after exercise has decayed to 1/e. */
const exerciseAfterEffectMinutes = 240;
const stepsPerDay = 1440 / stepMinutes;

const bump = (minute: number, center: number, width: number): number =>
  Math.exp(-(((minute - center) / width) ** 2));

/**
 * The physiology of a person. Insulin sensitivity follows the "1700 rule" (1700 mg/dL divided by the daily
 * insulin) and nearly half of the daily insulin is basal, as found by Davidson et al., "Analysis of guidelines
 * for basal-bolus insulin dosing" (2008); the rest covers the daily carbohydrate. The basal need rises in the early morning (dawn phenomenon).
 */
export function createPhysiology(person: DemoPerson, random: Random): Physiology {
  const dawn = random.between(0.25, 0.6);
  const dawnPeak = random.between(300, 390);
  const shape = Array.from({ length: stepsPerDay }, (_, step) => {
    const minute = step * stepMinutes;
    return 1 + dawn * bump(minute, dawnPeak, 110) - 0.12 * bump(minute, 870, 150);
  });
  const mean = shape.reduce((sum, value) => sum + value, 0) / shape.length;
  const hourly = (0.45 * person.dailyInsulin) / 24;
  const isChild = person.birthday >= '2010';
  return {
    insulinSensitivity: 1700 / person.dailyInsulin,
    carbohydrateRatio: person.dailyCarbohydrate / (0.55 * person.dailyInsulin),
    insulinAction: isChild ? insulinActions.rapidChild : insulinActions.rapidAdult,
    basalNeed: (minuteOfDay) => (hourly * (shape[Math.floor(minuteOfDay / stepMinutes)] ?? mean)) / mean,
  };
}

/** A body that eats, gets insulin and exercises, in steps of five minutes. */
export class Body {
  /** Glucose in the blood and in the tissue, mg/dL. */
  glucose = 130;
  tissueGlucose = 130;
  /** Today's factor of insulin sensitivity. */
  dailySensitivity = 1;
  private readonly insulin = new DelayedEffect(360 / stepMinutes);
  private readonly longActing = new DelayedEffect(1800 / stepMinutes);
  private readonly carbohydrate = new DelayedEffect(480 / stepMinutes);
  private readonly rapidShares: Float64Array;
  private readonly longActingShares = longActingShares();
  private exerciseMinutes = 0;
  private exerciseUptake = 0;
  private exerciseAfterEffect = 0;
  private disturbance = 0;

  /** `disturbanceDeviation`: standard deviation of the unexplained change, mg/dL per minute. */
  constructor(
    private readonly physiology: Physiology,
    private readonly disturbanceDeviation: number,
    private readonly random: Random,
  ) {
    this.rapidShares = insulinShares(physiology.insulinAction);
  }

  /** Grams of carbohydrate, absorbed over up to eight hours. */
  eat(grams: number, absorptionMinutes: number): void {
    this.carbohydrate.add(grams, carbohydrateShares(absorptionMinutes));
  }

  /** Units of rapid-acting insulin. */
  inject(units: number): void {
    this.insulin.add(units, this.rapidShares);
  }

  /** Units of long-acting insulin. */
  injectLongActing(units: number): void {
    this.longActing.add(units, this.longActingShares);
  }

  /** Exercise that takes up glucose without insulin (mg/dL per minute) and increases sensitivity for hours. */
  exercise(minutes: number, uptakePerMinute: number): void {
    this.exerciseMinutes = minutes;
    this.exerciseUptake = uptakePerMinute;
    this.exerciseAfterEffect = Math.min(0.35, this.exerciseAfterEffect + 0.004 * minutes);
  }

  /** Advances five minutes from a minute of the local day. */
  step(minuteOfDay: number): void {
    const { insulinSensitivity, carbohydrateRatio, basalNeed } = this.physiology;
    const sensitivity = insulinSensitivity * this.dailySensitivity * (1 + this.exerciseAfterEffect);
    const insulin = this.insulin.advance() + this.longActing.advance();
    const need = (basalNeed(minuteOfDay) * stepMinutes) / 60;
    const rise = (this.carbohydrate.advance() * insulinSensitivity) / carbohydrateRatio;
    const change = rise + need * insulinSensitivity - insulin * sensitivity + this.spontaneousChange();
    this.glucose = Math.min(540, Math.max(32, this.glucose + change));
    this.tissueGlucose +=
      (this.glucose - this.tissueGlucose) * (1 - Math.exp(-stepMinutes / tissueLagMinutes));
  }

  private spontaneousChange(): number {
    const { glucose } = this;
    const fade = Math.exp(-stepMinutes / disturbanceMinutes);
    this.disturbance =
      this.disturbance * fade + this.random.normal(0, this.disturbanceDeviation * Math.sqrt(1 - fade ** 2));
    let perMinute = this.disturbance + (fastingGlucose - glucose) * glucoseEffectiveness;
    perMinute -= Math.max(0, glucose - renalThreshold) * renalClearance;
    perMinute += Math.max(0, counterRegulationThreshold - glucose) * counterRegulation;
    this.exerciseAfterEffect *= Math.exp(-stepMinutes / exerciseAfterEffectMinutes);
    if (this.exerciseMinutes > 0) {
      this.exerciseMinutes -= stepMinutes;
      perMinute -= this.exerciseUptake;
    }
    return perMinute * stepMinutes;
  }
}
