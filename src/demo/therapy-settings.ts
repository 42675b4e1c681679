import { basalSchedule } from './basal-delivery';
import { physiologyOf, type Physiology } from './body';
import { careProfileOf, type CareProfile } from './care';
import type { DemoPerson } from './person';
import type { TherapySettings } from './pump';
import type { Random } from './random';

/** The physiology of a person; the same random source gives the same result. */
export const bodyOf = (person: DemoPerson, random: Random): Physiology =>
  physiologyOf(person, random.fork('physiology'));

/** Settings that a person with this physiology and these habits uses. */
export const therapySettings = (physiology: Physiology, care: CareProfile): TherapySettings => ({
  insulinSensitivity: physiology.insulinSensitivity,
  carbohydrateRatio: physiology.carbohydrateRatio / care.mealFactor,
  schedule: basalSchedule(physiology, care.basalFactor),
});

/** Pump settings of the person whose data comes from this random source. */
export const programmedSettings = (person: DemoPerson, random: Random): TherapySettings =>
  therapySettings(bodyOf(person, random), careProfileOf(person));
