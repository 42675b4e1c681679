import type { meterModels, penModels, pumpModels, sensorModels } from './devices';

/** Treatment success of a fictional person. */
export type DemoControl = 'tight' | 'fair' | 'poor';

/** Insulin therapy of a fictional person; everyone wears a continuous sensor. */
export type DemoTherapy = 'closed-loop' | 'pump' | 'injections';

/** Makes and models of a fictional person's devices; pump or pen, depending on the therapy. */
export interface DemoDevices {
  sensor: keyof typeof sensorModels;
  meter: keyof typeof meterModels;
  pump?: keyof typeof pumpModels;
  pen?: keyof typeof penModels;
}

/** A fictional person with diabetes. */
export interface DemoPerson {
  /** Stable short name, from which device ids, origin ids and random numbers are derived. */
  key: string;
  fullName: string;
  email: string;
  /** Days, YYYY-MM-DD. */
  birthday: string;
  diagnosisDate: string;
  diagnosisType: 'type1' | 'type2' | 'type3c' | 'lada' | 'mody';
  /** IANA name. */
  timezone: string;
  therapy: DemoTherapy;
  control: DemoControl;
  /** Daily insulin requirement, units. */
  dailyInsulin: number;
  /** Daily carbohydrate intake, grams. */
  dailyCarbohydrate: number;
  devices: DemoDevices;
  /** Fraction of days on which the sensor is worn, at most 1. */
  sensorWear: number;
}

/** A fictional member of the clinic's staff. */
export interface DemoStaffMember {
  key: string;
  fullName: string;
  email: string;
  /** Title in the clinic. */
  title: 'doctor' | 'nurse';
}

/** Undeliverable address: the domain `example` is reserved by RFC 2606. */
export const demoEmail = (key: string): string => `${key}@demo.glycograph.example`;

/** Identity of a person. */
type Identity = Pick<DemoPerson, 'fullName' | 'birthday' | 'diagnosisDate' | 'timezone'> &
  Partial<Pick<DemoPerson, 'diagnosisType' | 'sensorWear'>>;
/** Therapy, its success, and the daily requirements of insulin (units) and carbohydrate (grams). */
type Care = [therapy: DemoTherapy, control: DemoControl, dailyInsulin: number, dailyCarbohydrate: number];

/** A fictional person with defaults: type 1, a sensor worn all the time. */
export function demoPerson(key: string, identity: Identity, care: Care, devices: DemoDevices): DemoPerson {
  const [therapy, control, dailyInsulin, dailyCarbohydrate] = care;
  return {
    key,
    email: demoEmail(key),
    diagnosisType: 'type1',
    sensorWear: 1,
    ...identity,
    therapy,
    control,
    dailyInsulin,
    dailyCarbohydrate,
    devices,
  };
}
