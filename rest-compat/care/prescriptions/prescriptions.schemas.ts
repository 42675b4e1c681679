import type { JsonSchema } from '../../route';
import { instant, text } from '../../schemas';
import { fieldsFromGraph, fromGraph } from '../../from-graph';
import { describedAs, type Sentence } from '../../sentence';

const number = (description: Sentence): JsonSchema => ({ type: 'number', description });
const integer = (description: Sentence): JsonSchema => ({ type: 'integer', description });
const words = (description: Sentence, ...values: string[]): JsonSchema => ({
  type: 'string',
  enum: values,
  description,
});
const object = (properties: Record<string, JsonSchema>, ...required: string[]): JsonSchema => ({
  type: 'object',
  ...(required.length > 0 && { required }),
  properties,
});
const schedule = (properties: Record<string, JsonSchema>): JsonSchema => ({
  type: 'array',
  items: object({
    start: integer(describedAs('PrescribedAmount.start')),
    ...properties,
  }),
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
    basalRateSchedule: schedule({ rate: number('Units per hour.') }),
    carbohydrateRatioSchedule: schedule({ amount: number('Grams per unit.') }),
    insulinSensitivitySchedule: schedule({ amount: number('mg/dL per unit.') }),
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

const attributes = {
  state: words('What the prescription becomes.', 'draft', 'pending', 'submitted'),
  accountType: words('Whose account it is.', 'patient', 'caregiver'),
  ...fieldsFromGraph(
    'PrescriptionAttributes',
    'caregiverFirstName',
    'caregiverLastName',
    'firstName',
    'lastName',
  ),
  birthday: { type: 'string', format: 'date', description: 'Birthday of the patient.' },
  ...fieldsFromGraph('PrescriptionAttributes', 'mrn', 'email'),
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
  prescriberTermsAccepted: fromGraph('PrescriptionAttributes.prescriberTermsAccepted'),
  calculator: object({
    method: words('What was computed with.', 'weight', 'totalDailyDose', 'totalDailyDoseAndWeight'),
    weight: number(describedAs('PrescriptionCalculator.weight')),
    weightUnits: words('Units of the weight.', 'kg', 'lbs'),
    totalDailyDose: number('Units of insulin, above 0.'),
    totalDailyDoseScaleFactor: number('0 to 1.'),
    recommendedBasalRate: number(describedAs('PrescriptionCalculator.recommendedBasalRate')),
    recommendedCarbohydrateRatio: number(describedAs('PrescriptionCalculator.recommendedCarbohydrateRatio')),
    recommendedInsulinSensitivity: number(
      describedAs('PrescriptionCalculator.recommendedInsulinSensitivity'),
    ),
  }),
  initialSettings: settings,
};

const fixedPoint = object({ units: integer('Whole part.'), nanos: integer('Billionths.') }, 'units', 'nanos');
const device = {
  ...fieldsFromGraph('PrescribableCgm', 'id', 'displayName', 'manufacturers', 'model'),
};
const deviceMembers = ['id', 'displayName', 'manufacturers', 'model'];
const bounds = object({ minimum: fixedPoint, maximum: fixedPoint, increment: fixedPoint });
const guardRail = object({
  units: words('Units of all values.', 'MilligramsPerDeciliter', 'UnitsPerHour', 'GramsPerUnit', 'Units'),
  absoluteBounds: { oneOf: [bounds, { type: 'array', items: bounds }] },
  recommendedBounds: object({ minimum: fixedPoint, maximum: fixedPoint }),
  maxSegments: integer(describedAs('GuardRail.maxSegments')),
  defaultValue: fixedPoint,
});

const pump = object(
  {
    ...device,
    guardRails: {
      type: 'object',
      additionalProperties: guardRail,
      description: 'Guardrails by setting.',
    },
  },
  ...deviceMembers,
  'guardRails',
);

/** Schemas of prescriptions and of the devices that they may name. */
export const prescriptionSchemas: Record<string, JsonSchema> = {
  PrescriptionRevisionBody: object(
    {
      ...attributes,
      createdUserId: text('The caller.'),
      revisionHash: text('SHA-512 of the canonical JSON (RFC 8785) of the attributes, in lower-case hex.'),
    },
    'state',
    'revisionHash',
  ),
  PrescriptionClaim: object(
    { accessCode: text('The code of the mail.'), birthday: { type: 'string', format: 'date' } },
    'accessCode',
    'birthday',
  ),
  PrescriptionActivation: object({ state: words('The state to reach.', 'active') }, 'state'),
  Prescription: object(
    {
      id: text('24 hexadecimal characters.'),
      clinicId: fromGraph('Prescription.clinicId'),
      state: words(
        describedAs('Prescription.state'),
        'draft',
        'pending',
        'submitted',
        'claimed',
        'active',
        'inactive',
        'expired',
      ),
      accessCode: text('The code by which its patient claims it; absent once it is claimed.'),
      latestRevision: object(
        {
          revisionId: integer(describedAs('PrescriptionRevision.revisionId')),
          integrityHash: object({ algorithm: words('How it is computed.', 'JCSSHA512'), hash: text('Hex.') }),
          attributes: object({
            ...attributes,
            ...fieldsFromGraph('PrescriptionRevision', 'createdTime', 'createdUserId'),
          }),
        },
        'revisionId',
        'integrityHash',
        'attributes',
      ),
      expirationTime: {
        ...instant('Until when it can be claimed; null unless it is submitted.'),
        nullable: true,
      },
      ...fieldsFromGraph('Prescription', 'prescriberUserId', 'patientUserId', 'createdTime', 'createdUserId'),
      modifiedTime: instant('When it was last changed.'),
      ...fieldsFromGraph('Prescription', 'modifiedUserId', 'submittedTime'),
    },
    'id',
    'clinicId',
    'state',
    'latestRevision',
    'createdTime',
    'createdUserId',
    'modifiedTime',
    'modifiedUserId',
  ),
  PrescribablePump: object({ pump }, 'pump'),
  PrescribablePumps: object({ pumps: { type: 'array', items: pump } }, 'pumps'),
  PrescribableCgm: object({ cgm: object(device, ...deviceMembers) }, 'cgm'),
  PrescribableCgms: object({ cgms: { type: 'array', items: object(device, ...deviceMembers) } }, 'cgms'),
};
