/** What every revision of a prescription says. A revision is complete: what is absent is unset. */
export interface PrescriptionAttributes {
  /** What the prescription becomes by the revision: `draft`, `pending` or `submitted`. */
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

/** How the recommended settings were found; it is stored and not computed again. */
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

/** Settings that the app for insulin dosing begins with. */
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

/** From when on something holds: milliseconds since midnight. */
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

/** A range of glucose in mg/dL: low and high, or a target alone, with a range around it, or with an upper limit. */
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
