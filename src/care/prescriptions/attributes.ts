/** The content of a revision of a prescription. A revision is complete: absent attributes are unset. */
export interface PrescriptionAttributes {
  /** The state of the prescription after the revision: `draft`, `pending` or `submitted`. */
  state?: string;
  accountType?: string;
  caregiverFirstName?: string;
  caregiverLastName?: string;
  firstName?: string;
  lastName?: string;
  /** `YYYY-MM-DD` */
  birthday?: string;
  /** Medical record number. */
  mrn?: string;
  email?: string;
  sex?: string;
  weight?: Weight;
  yearOfDiagnosis?: number;
  phoneNumber?: PhoneNumber;
  training?: string;
  therapySettings?: string;
  prescriberTermsAccepted?: boolean;
  calculator?: Calculator;
  initialSettings?: InitialSettings;
}

export interface Weight {
  value?: number;
  units?: string;
}

export interface PhoneNumber {
  countryCode?: number;
  number?: string;
}

/** How the recommended settings were computed; stored as given. */
export interface Calculator {
  method?: string;
  weight?: number;
  weightUnits?: string;
  /** Units of insulin. */
  totalDailyDose?: number;
  totalDailyDoseScaleFactor?: number;
  /** Units per hour. */
  recommendedBasalRate?: number;
  /** Grams per unit. */
  recommendedCarbohydrateRatio?: number;
  /** mg/dL per unit. */
  recommendedInsulinSensitivity?: number;
}

/** Initial settings of the insulin dosing app. */
export interface InitialSettings {
  bloodGlucoseUnits?: string;
  basalRateSchedule?: BasalRateStart[];
  carbohydrateRatioSchedule?: AmountStart[];
  insulinSensitivitySchedule?: AmountStart[];
  bloodGlucoseTargetSchedule?: TargetStart[];
  bloodGlucoseTargetPhysicalActivity?: GlucoseTarget;
  bloodGlucoseTargetPreprandial?: GlucoseTarget;
  /** mg/dL */
  glucoseSafetyLimit?: number;
  insulinModel?: string;
  basalRateMaximum?: Maximum;
  bolusAmountMaximum?: Maximum;
  pumpId?: string;
  cgmId?: string;
}

/** Start in milliseconds since midnight. */
export interface ScheduleStart {
  start?: number;
}

export interface BasalRateStart extends ScheduleStart {
  /** Units per hour. */
  rate?: number;
}

export interface AmountStart extends ScheduleStart {
  amount?: number;
}

/**
 * A target range in mg/dL: low and high, a target alone, a target with a range around it, or a target with an upper
 * limit.
 */
export interface GlucoseTarget {
  low?: number;
  high?: number;
  target?: number;
  range?: number;
}

export interface TargetStart extends GlucoseTarget, ScheduleStart {}

export interface Maximum {
  units?: string;
  value?: number;
}
