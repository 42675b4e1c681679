import { basalSchedule } from './basal-delivery';
import { physiologyOf, type Physiology } from './body';
import { careProfileOf, type CareProfile } from './care';
import type { DemoPerson } from './person';
import type { TherapySettings } from './pump';
import type { Random } from './random';

/** The body of a person; the same random source gives the same body. */
export const bodyOf = (person: DemoPerson, random: Random): Physiology =>
  physiologyOf(person, random.fork('physiology'));

/** What somebody with this body and these habits programs into a pump or keeps in mind. */
export const therapySettings = (physiology: Physiology, care: CareProfile): TherapySettings => ({
  insulinSensitivity: physiology.insulinSensitivity,
  carbohydrateRatio: physiology.carbohydrateRatio / care.mealFactor,
  schedule: basalSchedule(physiology, care.basalFactor),
});

/** What is programmed into the pump of a person whose data come from this random source. */
export const programmedSettings = (person: DemoPerson, random: Random): TherapySettings =>
  therapySettings(bodyOf(person, random), careProfileOf(person));
