import { Field, Float, ID, InputType, Int, ObjectType } from 'type-graphql';
import { GlucoseField } from '../../records/data/glucose-field';
import { GlucoseUnits } from '../../records/data/glucose-units';
import { mgdLInUnits } from '../../records/data/in-units';
import { CalendarDay } from '../../scalars';
import type * as Attributes from '../../../src/care/prescriptions/attributes';

const text = () => String;
const number = () => Float;

/** Prescribed glucose is stored in mg/dL. */
const inMgdL = { nullable: true, stored: GlucoseUnits.MG_DL, show: mgdLInUnits };

@ObjectType('PrescriptionWeight', { description: 'Body weight.' })
@InputType('PrescriptionWeightInput', { description: 'Body weight.' })
export class PrescriptionWeight implements Attributes.Weight {
  @Field(number, { nullable: true, description: 'The value, greater than 0.' })
  value?: number;

  @Field(text, { nullable: true, description: 'The unit of the value: always `kg`.' })
  units?: string;
}

@ObjectType('PrescriptionPhoneNumber', { description: 'A phone number in the United States.' })
@InputType('PrescriptionPhoneNumberInput', { description: 'A phone number in the United States.' })
export class PrescriptionPhoneNumber implements Attributes.PhoneNumber {
  @Field(() => Int, { nullable: true, description: 'The country code: always 1, for the United States.' })
  countryCode?: number;

  @Field(text, { nullable: true, description: 'The phone number, such as `(123) 456-7890`.' })
  number?: string;
}

const calculator = 'How the recommended settings were calculated; stored as given, not recalculated.';

@ObjectType('PrescriptionCalculator', { description: calculator })
@InputType('PrescriptionCalculatorInput', { description: calculator })
export class PrescriptionCalculator implements Attributes.Calculator {
  @Field(text, {
    nullable: true,
    description:
      'The method: `weight`, `totalDailyDose` or `totalDailyDoseAndWeight`. Without one, nothing else is checked.',
  })
  method?: string;

  @Field(number, { nullable: true, description: 'Body weight, greater than 0.' })
  weight?: number;

  @Field(text, { nullable: true, description: 'The unit of `weight`: `kg` or `lbs`.' })
  weightUnits?: string;

  @Field(number, { nullable: true, description: 'Total daily dose in units of insulin, greater than 0.' })
  totalDailyDose?: number;

  @Field(number, { nullable: true, description: 'Factor applied to the total daily dose, 0 to 1.' })
  totalDailyDoseScaleFactor?: number;

  @Field(number, { nullable: true, description: 'Recommended basal rate in units per hour, greater than 0.' })
  recommendedBasalRate?: number;

  @Field(number, {
    nullable: true,
    description: 'Recommended carbohydrate ratio in grams per unit, greater than 0.',
  })
  recommendedCarbohydrateRatio?: number;

  @GlucoseField({
    ...inMgdL,
    description: 'Recommended insulin sensitivity in mg/dL per unit, greater than 0.',
  })
  recommendedInsulinSensitivity?: number;
}

const start = { nullable: true, description: 'Milliseconds since midnight; the first entry starts at 0.' };

@ObjectType('PrescribedBasalRate', { description: 'An entry of a basal rate schedule.' })
@InputType('PrescribedBasalRateInput', { description: 'An entry of a basal rate schedule.' })
export class PrescribedBasalRate implements Attributes.BasalRateStart {
  @Field(() => Int, start)
  start?: number;

  @Field(number, {
    nullable: true,
    description: 'Units per hour, 0 to 100 and within the guardrails of the pump.',
  })
  rate?: number;
}

@ObjectType('PrescribedAmount', { description: 'An entry of a carbohydrate ratio schedule.' })
@InputType('PrescribedAmountInput', { description: 'An entry of a carbohydrate ratio schedule.' })
export class PrescribedAmount implements Attributes.AmountStart {
  @Field(() => Int, start)
  start?: number;

  @Field(number, {
    nullable: true,
    description: 'Grams per unit of insulin, 0 to 250 and within the guardrails of the pump.',
  })
  amount?: number;
}

@ObjectType('PrescribedSensitivity', { description: 'An entry of an insulin sensitivity schedule.' })
@InputType('PrescribedSensitivityInput', { description: 'An entry of an insulin sensitivity schedule.' })
export class PrescribedSensitivity implements Attributes.AmountStart {
  @Field(() => Int, start)
  start?: number;

  @GlucoseField({
    ...inMgdL,
    description:
      'How much one unit of insulin lowers glucose: 0 to 1,000 mg/dL and within the guardrails of the pump.',
  })
  amount?: number;
}

const target =
  'A range of glucose in mg/dL: low and high, or a target alone, with a range around it, or with an upper limit.';

@ObjectType('PrescribedTarget', { description: target })
@InputType('PrescribedTargetInput', { description: target })
export class PrescribedTarget implements Attributes.GlucoseTarget {
  @GlucoseField({ ...inMgdL, description: 'Lower limit of the target range.' })
  low?: number;

  @GlucoseField({ ...inMgdL, description: 'Upper limit of the target range.' })
  high?: number;

  @GlucoseField({ ...inMgdL, description: 'The target value.' })
  target?: number;

  @GlucoseField({ ...inMgdL, description: 'Acceptable deviation from the target value.' })
  range?: number;
}

@ObjectType('PrescribedTargetStart', { description: 'An entry of a glucose target schedule.' })
@InputType('PrescribedTargetStartInput', { description: 'An entry of a glucose target schedule.' })
export class PrescribedTargetStart extends PrescribedTarget implements Attributes.TargetStart {
  @Field(() => Int, start)
  start?: number;
}

@ObjectType('PrescribedMaximum', { description: 'A maximum that the app must not exceed.' })
@InputType('PrescribedMaximumInput', { description: 'A maximum that the app must not exceed.' })
export class PrescribedMaximum implements Attributes.Maximum {
  @Field(text, { nullable: true, description: '`Units/hour` for a basal rate, `Units` for a bolus.' })
  units?: string;

  @Field(number, { nullable: true, description: '0 to 100 and within the guardrails of the pump.' })
  value?: number;
}

const settings = 'Settings that the app for insulin dosing begins with. Glucose is in mg/dL.';

@ObjectType('PrescribedSettings', { description: settings })
@InputType('PrescribedSettingsInput', { description: settings })
export class PrescribedSettings implements Attributes.InitialSettings {
  @Field(text, { nullable: true, description: 'The unit of all glucose in the settings: always `mg/dL`.' })
  bloodGlucoseUnits?: string;

  @Field(() => [PrescribedBasalRate], { nullable: true, description: 'Basal rate schedule.' })
  basalRateSchedule?: PrescribedBasalRate[];

  @Field(() => [PrescribedAmount], {
    nullable: true,
    description: 'Carbohydrate ratio schedule: grams covered by one unit.',
  })
  carbohydrateRatioSchedule?: PrescribedAmount[];

  @Field(() => [PrescribedSensitivity], {
    nullable: true,
    description: 'Insulin sensitivity schedule: how much one unit lowers glucose.',
  })
  insulinSensitivitySchedule?: PrescribedSensitivity[];

  @Field(() => [PrescribedTargetStart], { nullable: true, description: 'Glucose target schedule.' })
  bloodGlucoseTargetSchedule?: PrescribedTargetStart[];

  @Field(() => PrescribedTarget, { nullable: true, description: 'Glucose target during exercise.' })
  bloodGlucoseTargetPhysicalActivity?: PrescribedTarget;

  @Field(() => PrescribedTarget, { nullable: true, description: 'Glucose target before meals.' })
  bloodGlucoseTargetPreprandial?: PrescribedTarget;

  @GlucoseField({
    ...inMgdL,
    description: 'Glucose safety limit in mg/dL, below which the app delivers no insulin.',
  })
  glucoseSafetyLimit?: number;

  @Field(text, { nullable: true, description: 'Insulin model: `rapidAdult` or `rapidChild`.' })
  insulinModel?: string;

  @Field(() => PrescribedMaximum, { nullable: true, description: 'The maximum basal rate.' })
  basalRateMaximum?: PrescribedMaximum;

  @Field(() => PrescribedMaximum, { nullable: true, description: 'The maximum bolus.' })
  bolusAmountMaximum?: PrescribedMaximum;

  @Field(() => ID, { nullable: true, description: 'Id of a pump from the query `pumps`.' })
  pumpId?: string;

  @Field(() => ID, {
    nullable: true,
    description: 'Id of a continuous glucose monitor from the query `cgms`.',
  })
  cgmId?: string;
}

const attributes =
  'The content of a revision of a prescription. It is complete: absent attributes are unset.';

@ObjectType('PrescriptionAttributes', { description: attributes })
@InputType('PrescriptionAttributesInput', { description: attributes })
export class PrescriptionAttributes implements Attributes.PrescriptionAttributes {
  @Field(text, {
    nullable: true,
    description: 'New state of the prescription: `draft`, `pending` or `submitted`. Always required.',
  })
  state?: string;

  @Field(text, { nullable: true, description: 'Type of the account’s owner: `patient` or `caregiver`.' })
  accountType?: string;

  @Field(text, { nullable: true, description: 'First name of the caregiver.' })
  caregiverFirstName?: string;

  @Field(text, { nullable: true, description: 'Last name of the caregiver.' })
  caregiverLastName?: string;

  @Field(text, { nullable: true, description: 'First name of the patient.' })
  firstName?: string;

  @Field(text, { nullable: true, description: 'Last name of the patient.' })
  lastName?: string;

  @Field(() => CalendarDay, { nullable: true, description: 'Birthday of the patient.' })
  birthday?: string;

  @Field(text, { nullable: true, description: 'Medical record number.' })
  mrn?: string;

  @Field(text, { nullable: true, description: 'Email address that the access code is sent to.' })
  email?: string;

  @Field(text, { nullable: true, description: '`male`, `female` or `undisclosed`.' })
  sex?: string;

  @Field(() => PrescriptionWeight, { nullable: true, description: 'The patient’s weight.' })
  weight?: PrescriptionWeight;

  @Field(() => Int, { nullable: true, description: 'Year of diagnosis, after 1900.' })
  yearOfDiagnosis?: number;

  @Field(() => PrescriptionPhoneNumber, { nullable: true, description: 'Phone number of the patient.' })
  phoneNumber?: PrescriptionPhoneNumber;

  @Field(text, { nullable: true, description: 'Training of the patient: `inPerson` or `inModule`.' })
  training?: string;

  @Field(text, {
    nullable: true,
    description: 'Source of the therapy settings: `initial` or `transferPumpSettings`.',
  })
  therapySettings?: string;

  @Field(() => Boolean, { nullable: true, description: 'Whether the prescriber has accepted the terms.' })
  prescriberTermsAccepted?: boolean;

  @Field(() => PrescriptionCalculator, {
    nullable: true,
    description: 'How the recommended settings were calculated.',
  })
  calculator?: PrescriptionCalculator;

  @Field(() => PrescribedSettings, { nullable: true, description: 'The initial therapy settings.' })
  initialSettings?: PrescribedSettings;
}
