import { Field, Float, InputType, Int, ObjectType } from 'type-graphql';
import type * as Attributes from '../src/prescriptions/attributes';

const text = () => String;
const number = () => Float;

@ObjectType('PrescriptionWeight', { description: 'What somebody weighs.' })
@InputType('PrescriptionWeightInput', { description: 'What somebody weighs.' })
export class PrescriptionWeight implements Attributes.Weight {
  @Field(number, { nullable: true, description: 'Above 0.' })
  value?: number;

  @Field(text, { nullable: true, description: '`kg`' })
  units?: string;
}

@ObjectType('PrescriptionPhoneNumber', { description: 'A phone number in the United States.' })
@InputType('PrescriptionPhoneNumberInput', { description: 'A phone number in the United States.' })
export class PrescriptionPhoneNumber implements Attributes.PhoneNumber {
  @Field(() => Int, { nullable: true, description: 'Always 1.' })
  countryCode?: number;

  @Field(text, { nullable: true, description: 'Such as `(123) 456-7890`.' })
  number?: string;
}

const calculator = 'How recommended settings were found. It is stored as it is, and not computed again.';

@ObjectType('PrescriptionCalculator', { description: calculator })
@InputType('PrescriptionCalculatorInput', { description: calculator })
export class PrescriptionCalculator implements Attributes.Calculator {
  @Field(text, {
    nullable: true,
    description:
      '`weight`, `totalDailyDose` or `totalDailyDoseAndWeight`; without one, nothing else is checked.',
  })
  method?: string;

  @Field(number, { nullable: true, description: 'Above 0.' })
  weight?: number;

  @Field(text, { nullable: true, description: '`kg` or `lbs`.' })
  weightUnits?: string;

  @Field(number, { nullable: true, description: 'Units of insulin a day, above 0.' })
  totalDailyDose?: number;

  @Field(number, { nullable: true, description: 'What part of the dose counts, 0 to 1.' })
  totalDailyDoseScaleFactor?: number;

  @Field(number, { nullable: true, description: 'Units per hour, above 0.' })
  recommendedBasalRate?: number;

  @Field(number, { nullable: true, description: 'Grams per unit, above 0.' })
  recommendedCarbohydrateRatio?: number;

  @Field(number, { nullable: true, description: 'mg/dL per unit, above 0.' })
  recommendedInsulinSensitivity?: number;
}

const start = { nullable: true, description: 'Milliseconds since midnight; the first entry starts at 0.' };

@ObjectType('PrescribedBasalRate', { description: 'A basal rate and from when on it holds.' })
@InputType('PrescribedBasalRateInput', { description: 'A basal rate and from when on it holds.' })
export class PrescribedBasalRate implements Attributes.BasalRateStart {
  @Field(() => Int, start)
  start?: number;

  @Field(number, {
    nullable: true,
    description: 'Units per hour, 0 to 100 and within the rails of the pump.',
  })
  rate?: number;
}

@ObjectType('PrescribedAmount', { description: 'A ratio or sensitivity and from when on it holds.' })
@InputType('PrescribedAmountInput', { description: 'A ratio or sensitivity and from when on it holds.' })
export class PrescribedAmount implements Attributes.AmountStart {
  @Field(() => Int, start)
  start?: number;

  @Field(number, {
    nullable: true,
    description:
      'Grams per unit (0 to 250), or mg/dL per unit (0 to 1,000), and within the rails of the pump.',
  })
  amount?: number;
}

const target =
  'A range of glucose in mg/dL: low and high, or a target alone, with a range around it, or with an upper limit.';

@ObjectType('PrescribedTarget', { description: target })
@InputType('PrescribedTargetInput', { description: target })
export class PrescribedTarget implements Attributes.GlucoseTarget {
  @Field(number, { nullable: true, description: 'Lower limit.' })
  low?: number;

  @Field(number, { nullable: true, description: 'Upper limit.' })
  high?: number;

  @Field(number, { nullable: true, description: 'What is aimed at.' })
  target?: number;

  @Field(number, { nullable: true, description: 'How far above and below the target is good as well.' })
  range?: number;
}

@ObjectType('PrescribedTargetStart', { description: 'A target and from when on it holds.' })
@InputType('PrescribedTargetStartInput', { description: 'A target and from when on it holds.' })
export class PrescribedTargetStart extends PrescribedTarget implements Attributes.TargetStart {
  @Field(() => Int, start)
  start?: number;
}

@ObjectType('PrescribedMaximum', { description: 'The most that the app may give.' })
@InputType('PrescribedMaximumInput', { description: 'The most that the app may give.' })
export class PrescribedMaximum implements Attributes.Maximum {
  @Field(text, { nullable: true, description: '`Units/hour` of a basal rate, `Units` of a bolus.' })
  units?: string;

  @Field(number, { nullable: true, description: '0 to 100 and within the rails of the pump.' })
  value?: number;
}

const settings = 'Settings that the app for insulin dosing begins with. Glucose is in mg/dL.';

@ObjectType('PrescribedSettings', { description: settings })
@InputType('PrescribedSettingsInput', { description: settings })
export class PrescribedSettings implements Attributes.InitialSettings {
  @Field(text, { nullable: true, description: '`mg/dL`' })
  bloodGlucoseUnits?: string;

  @Field(() => [PrescribedBasalRate], { nullable: true, description: 'Basal rates over the day.' })
  basalRateSchedule?: PrescribedBasalRate[];

  @Field(() => [PrescribedAmount], {
    nullable: true,
    description: 'Grams of carbohydrates that a unit covers.',
  })
  carbohydrateRatioSchedule?: PrescribedAmount[];

  @Field(() => [PrescribedAmount], {
    nullable: true,
    description: 'mg/dL by which a unit lowers the glucose.',
  })
  insulinSensitivitySchedule?: PrescribedAmount[];

  @Field(() => [PrescribedTargetStart], { nullable: true, description: 'Targets over the day.' })
  bloodGlucoseTargetSchedule?: PrescribedTargetStart[];

  @Field(() => PrescribedTarget, { nullable: true, description: 'The target during exercise.' })
  bloodGlucoseTargetPhysicalActivity?: PrescribedTarget;

  @Field(() => PrescribedTarget, { nullable: true, description: 'The target before meals.' })
  bloodGlucoseTargetPreprandial?: PrescribedTarget;

  @Field(number, { nullable: true, description: 'Below this glucose in mg/dL, the app gives no insulin.' })
  glucoseSafetyLimit?: number;

  @Field(text, { nullable: true, description: '`rapidAdult` or `rapidChild`.' })
  insulinModel?: string;

  @Field(() => PrescribedMaximum, { nullable: true, description: 'The highest basal rate.' })
  basalRateMaximum?: PrescribedMaximum;

  @Field(() => PrescribedMaximum, { nullable: true, description: 'The largest bolus.' })
  bolusAmountMaximum?: PrescribedMaximum;

  @Field(text, { nullable: true, description: 'Id of a pump of the catalogue.' })
  pumpId?: string;

  @Field(text, { nullable: true, description: 'Id of a continuous glucose monitor of the catalogue.' })
  cgmId?: string;
}

const attributes = 'What a revision of a prescription says. It is complete: what is absent is unset.';

@ObjectType('PrescriptionAttributes', { description: attributes })
@InputType('PrescriptionAttributesInput', { description: attributes })
export class PrescriptionAttributes implements Attributes.PrescriptionAttributes {
  @Field(text, {
    nullable: true,
    description: 'What the prescription becomes: `draft`, `pending` or `submitted`. Always required.',
  })
  state?: string;

  @Field(text, { nullable: true, description: 'Whose account it is: `patient` or `caregiver`.' })
  accountType?: string;

  @Field(text, { nullable: true, description: 'First name of the caregiver.' })
  caregiverFirstName?: string;

  @Field(text, { nullable: true, description: 'Last name of the caregiver.' })
  caregiverLastName?: string;

  @Field(text, { nullable: true, description: 'First name of the patient.' })
  firstName?: string;

  @Field(text, { nullable: true, description: 'Last name of the patient.' })
  lastName?: string;

  @Field(text, { nullable: true, description: 'Birthday of the patient, `YYYY-MM-DD`.' })
  birthday?: string;

  @Field(text, { nullable: true, description: 'Medical record number.' })
  mrn?: string;

  @Field(text, { nullable: true, description: 'Where the access code is sent.' })
  email?: string;

  @Field(text, { nullable: true, description: '`male`, `female` or `undisclosed`.' })
  sex?: string;

  @Field(() => PrescriptionWeight, { nullable: true, description: 'What the patient weighs.' })
  weight?: PrescriptionWeight;

  @Field(() => Int, { nullable: true, description: 'The year of the diagnosis, after 1900.' })
  yearOfDiagnosis?: number;

  @Field(() => PrescriptionPhoneNumber, { nullable: true, description: 'Phone number of the patient.' })
  phoneNumber?: PrescriptionPhoneNumber;

  @Field(text, { nullable: true, description: 'How the patient is trained: `inPerson` or `inModule`.' })
  training?: string;

  @Field(text, {
    nullable: true,
    description: 'Where the settings come from: `initial` or `transferPumpSettings`.',
  })
  therapySettings?: string;

  @Field(() => Boolean, { nullable: true, description: 'The prescriber has accepted the terms.' })
  prescriberTermsAccepted?: boolean;

  @Field(() => PrescriptionCalculator, {
    nullable: true,
    description: 'How recommended settings were found.',
  })
  calculator?: PrescriptionCalculator;

  @Field(() => PrescribedSettings, { nullable: true, description: 'The settings to begin with.' })
  initialSettings?: PrescribedSettings;
}
