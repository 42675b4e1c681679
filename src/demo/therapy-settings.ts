import { basalSchedule } from './basal-delivery';
import { createPhysiology, type Physiology } from './body';
import { createCareProfile, type CareProfile } from './care';
import type { DemoPerson } from './person';
import type { TherapySettings } from './pump';
import type { Random } from './random';

/** The physiology of a person; the same random source gives the same result. */
export const createBody = (person: DemoPerson, random: Random): Physiology =>
  createPhysiology(person, random.fork('physiology'));

/** Settings that a person with this physiology and these habits uses. */
export const therapySettings = (physiology: Physiology, care: CareProfile): TherapySettings => ({
  insulinSensitivity: physiology.insulinSensitivity,
  carbohydrateRatio: physiology.carbohydrateRatio / care.mealFactor,
  schedule: basalSchedule(physiology, care.basalFactor),
});

/** Pump settings of the person whose data comes from this random source. */
export const programmedSettings = (person: DemoPerson, random: Random): TherapySettings =>
  therapySettings(createBody(person, random), createCareProfile(person));
