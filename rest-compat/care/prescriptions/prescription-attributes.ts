import { longestAddress } from '../../../src/platform/rules/email-address';
import { longestLine } from '../../../src/platform/rules/texts';
import type { PrescriptionAttributesInput } from '../../generated/operations';
import type { JsonSchema } from '../../route';
import { text } from '../../schemas';
import { describedAs, type Sentence } from '../../sentence';

const number = (description: Sentence): JsonSchema => ({ type: 'number', description });
export const integer = (description: Sentence): JsonSchema => ({ type: 'integer', description });
export const words = (description: Sentence, ...values: string[]): JsonSchema => ({
  type: 'string',
  enum: values,
  description,
});
export const object = (properties: Record<string, JsonSchema>, ...required: string[]): JsonSchema => ({
  type: 'object',
  ...(required.length > 0 && { required }),
  properties,
});
const texts = <Name extends string>(maxLength: number, ...all: Name[]) =>
  Object.fromEntries(
    all.map((name): [Name, JsonSchema] => [
      name,
      { ...text(describedAs(`PrescriptionAttributes.${name}`)), maxLength },
    ]),
  ) as Record<Name, JsonSchema>;

const schedule = (properties: Record<string, JsonSchema>, ...required: string[]): JsonSchema => ({
  type: 'array',
  items: object(
    { start: integer(describedAs('PrescribedAmount.start')), ...properties },
    'start',
    ...required,
  ),
});

const target = {
  low: number('Lower limit, mg/dL.'),
  high: number('Upper limit, mg/dL.'),
  target: number('What is aimed at, mg/dL.'),
  range: number('How far around the target is good as well, mg/dL.'),
};

const settings = object(
  {
    bloodGlucoseUnits: words('The units of all glucose.', 'mg/dL'),
    basalRateSchedule: schedule({ rate: number('Units per hour.') }, 'rate'),
    carbohydrateRatioSchedule: schedule({ amount: number('Grams per unit.') }, 'amount'),
    insulinSensitivitySchedule: schedule({ amount: number('mg/dL per unit.') }, 'amount'),
    bloodGlucoseTargetSchedule: schedule(target),
    bloodGlucoseTargetPhysicalActivity: object(target),
    bloodGlucoseTargetPreprandial: object(target),
    glucoseSafetyLimit: number('Below this glucose, no insulin is given. mg/dL.'),
    insulinModel: words('How insulin acts.', 'rapidAdult', 'rapidChild'),
    basalRateMaximum: object(
      { units: words('Units.', 'Units/hour'), value: number('The value.') },
      'units',
      'value',
    ),
    bolusAmountMaximum: object(
      { units: words('Units.', 'Units'), value: number('The value.') },
      'units',
      'value',
    ),
    pumpId: text('Id of a pump.'),
    cgmId: text('Id of a continuous glucose monitor.'),
  },
  'bloodGlucoseUnits',
);

/** The attributes of a prescription, as in the bodies of clients: also what such a body is read by. */
export const attributes = {
  state: words('What the prescription becomes.', 'draft', 'pending', 'submitted'),
  accountType: words('Whose account it is.', 'patient', 'caregiver'),
  ...texts(longestLine, 'caregiverFirstName', 'caregiverLastName', 'firstName', 'lastName'),
  birthday: { type: 'string', format: 'date', description: 'Birthday of the patient.' },
  ...texts(longestLine, 'mrn'),
  ...texts(longestAddress, 'email'),
  sex: words('The sex.', 'male', 'female', 'undisclosed'),
  weight: object(
    { value: number(describedAs('PrescriptionWeight.value')), units: words('Units.', 'kg') },
    'units',
  ),
  yearOfDiagnosis: integer('After 1900.'),
  phoneNumber: object(
    {
      countryCode: integer(describedAs('PrescriptionPhoneNumber.countryCode')),
      number: text('Such as (123) 456-7890.'),
    },
    'countryCode',
    'number',
  ),
  training: words('How the patient is trained.', 'inPerson', 'inModule'),
  therapySettings: words('Where the settings come from.', 'initial', 'transferPumpSettings'),
  prescriberTermsAccepted: {
    type: 'boolean',
    description: describedAs('PrescriptionAttributes.prescriberTermsAccepted'),
  },
  calculator: object({
    method: words('What was computed with.', 'weight', 'totalDailyDose', 'totalDailyDoseAndWeight'),
    weight: number(describedAs('PrescriptionCalculator.weight')),
    // Not an enumeration: a draft may have anything here until its method uses the weight.
    weightUnits: text('Units of the weight: kg or lbs, unless the method does without the weight.'),
    totalDailyDose: number('Units of insulin, above 0.'),
    totalDailyDoseScaleFactor: number('0 to 1.'),
    recommendedBasalRate: number(describedAs('PrescriptionCalculator.recommendedBasalRate')),
    recommendedCarbohydrateRatio: number(describedAs('PrescriptionCalculator.recommendedCarbohydrateRatio')),
    recommendedInsulinSensitivity: number(
      describedAs('PrescriptionCalculator.recommendedInsulinSensitivity'),
    ),
  }),
  initialSettings: settings,
} satisfies Record<keyof PrescriptionAttributesInput, JsonSchema>;
