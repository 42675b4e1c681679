import type { DemoControl, DemoPerson, DemoTherapy } from './person';

/** Habits that determine how far treatment falls short of the body's needs. */
export interface CareProfile {
  /** Fraction of time from 70 to 180 mg/dL that results from two months of this care. */
  timeInRange: { from: number; to: number };
  /** Programmed or injected basal insulin as a factor of the need. */
  basalFactor: number;
  /** Programmed meal insulin as a factor of the need. */
  mealFactor: number;
  /** Probability that a meal gets no bolus, and that its bolus comes only afterwards. */
  missedBolus: number;
  lateBolus: number;
  /** Standard deviation of the logarithm of counted to actual carbohydrate. */
  countingError: number;
  /** Probability of correcting a high reading or treating a low one, in each five waking minutes. */
  correction: number;
  rescue: number;
  /** Probability that the daily long-acting insulin is forgotten. */
  missedLongActing: number;
  /** Probability of a snack between lunch and dinner, and of a late one in the evening. */
  afternoonSnack: number;
  lateSnack: number;
  /** Standard deviation of the logarithm of daily insulin sensitivity. */
  dailyVariation: number;
  /** Days of the week with exercise. */
  exerciseDays: number;
  /** Fingerstick measurements a day, besides those that replace a missing sensor. */
  fingersticks: number;
}

const tight: CareProfile = {
  timeInRange: { from: 0.72, to: 0.88 },
  basalFactor: 0.97,
  mealFactor: 0.93,
  missedBolus: 0.04,
  lateBolus: 0.2,
  countingError: 0.22,
  correction: 0.06,
  rescue: 0.4,
  missedLongActing: 0.005,
  afternoonSnack: 0.35,
  lateSnack: 0.1,
  dailyVariation: 0.09,
  exerciseDays: 3,
  fingersticks: 0.6,
};

const fair: CareProfile = {
  timeInRange: { from: 0.56, to: 0.75 },
  basalFactor: 0.86,
  mealFactor: 0.9,
  missedBolus: 0.12,
  lateBolus: 0.3,
  countingError: 0.3,
  correction: 0.03,
  rescue: 0.3,
  missedLongActing: 0.03,
  afternoonSnack: 0.5,
  lateSnack: 0.25,
  dailyVariation: 0.115,
  exerciseDays: 2,
  fingersticks: 0.8,
};

const poor: CareProfile = {
  timeInRange: { from: 0.35, to: 0.56 },
  basalFactor: 0.7,
  mealFactor: 0.8,
  missedBolus: 0.27,
  lateBolus: 0.4,
  countingError: 0.4,
  correction: 0.015,
  rescue: 0.25,
  missedLongActing: 0.08,
  afternoonSnack: 0.65,
  lateSnack: 0.45,
  dailyVariation: 0.145,
  exerciseDays: 1,
  fingersticks: 0.4,
};

/**
 * A closed loop compensates for many omissions of its user, so the same result requires more omissions than with a pump
 * or with injections.
 */
const careProfiles: Record<DemoTherapy, Record<DemoControl, CareProfile>> = {
  'closed-loop': {
    tight: { ...tight, missedBolus: 0.25, lateBolus: 0.35, mealFactor: 0.8, countingError: 0.35 },
    fair: { ...fair, missedBolus: 0.5, lateBolus: 0.4, mealFactor: 0.6, dailyVariation: 0.14 },
    poor: { ...poor, missedBolus: 0.85, mealFactor: 0.5, dailyVariation: 0.16 },
  },
  pump: { tight, fair, poor },
  injections: { tight, fair, poor },
};

/** The habits for a therapy and its success. */
export function createCareProfile(person: Pick<DemoPerson, 'therapy' | 'control'>): CareProfile {
  return careProfiles[person.therapy][person.control];
}
