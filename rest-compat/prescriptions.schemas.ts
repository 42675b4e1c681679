import type { JsonSchema } from './route';

const text = (description: string): JsonSchema => ({ type: 'string', description });
const number = (description: string): JsonSchema => ({ type: 'number', description });
const integer = (description: string): JsonSchema => ({ type: 'integer', description });
const words = (description: string, ...values: string[]): JsonSchema => ({
  type: 'string',
  enum: values,
  description,
});
const instant = (description: string): JsonSchema => ({ type: 'string', format: 'date-time', description });
const object = (properties: Record<string, JsonSchema>, ...required: string[]): JsonSchema => ({
  type: 'object',
  ...(required.length > 0 && { required }),
  properties,
});
const schedule = (properties: Record<string, JsonSchema>): JsonSchema => ({
  type: 'array',
  items: object({
    start: integer('Milliseconds since midnight; the first entry starts at 0.'),
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
  caregiverFirstName: text('First name of the caregiver.'),
  caregiverLastName: text('Last name of the caregiver.'),
  firstName: text('First name of the patient.'),
  lastName: text('Last name of the patient.'),
  birthday: { type: 'string', format: 'date', description: 'Birthday of the patient.' },
  mrn: text('Medical record number.'),
  email: text('Where the access code is sent.'),
  sex: words('The sex.', 'male', 'female', 'undisclosed'),
  weight: object({ value: number('Above 0.'), units: words('Units.', 'kg') }, 'units'),
  yearOfDiagnosis: integer('After 1900.'),
  phoneNumber: object(
    { countryCode: integer('Always 1.'), number: text('Such as (123) 456-7890.') },
    'countryCode',
    'number',
  ),
  training: words('How the patient is trained.', 'inPerson', 'inModule'),
  therapySettings: words('Where the settings come from.', 'initial', 'transferPumpSettings'),
  prescriberTermsAccepted: { type: 'boolean', description: 'The prescriber has accepted the terms.' },
  calculator: object({
    method: words('What was computed with.', 'weight', 'totalDailyDose', 'totalDailyDoseAndWeight'),
    weight: number('Above 0.'),
    weightUnits: words('Units of the weight.', 'kg', 'lbs'),
    totalDailyDose: number('Units of insulin, above 0.'),
    totalDailyDoseScaleFactor: number('0 to 1.'),
    recommendedBasalRate: number('Units per hour, above 0.'),
    recommendedCarbohydrateRatio: number('Grams per unit, above 0.'),
    recommendedInsulinSensitivity: number('mg/dL per unit, above 0.'),
  }),
  initialSettings: settings,
};

const fixedPoint = object({ units: integer('Whole part.'), nanos: integer('Billionths.') }, 'units', 'nanos');
const device = {
  id: text('The id that settings name.'),
  displayName: text('The name.'),
  manufacturers: { type: 'array', items: { type: 'string' }, description: 'Who makes it.' },
  model: text('The model.'),
};
const deviceMembers = ['id', 'displayName', 'manufacturers', 'model'];
const bounds = object({ minimum: fixedPoint, maximum: fixedPoint, increment: fixedPoint });
const guardRail = object({
  units: words('Units of all values.', 'MilligramsPerDeciliter', 'UnitsPerHour', 'GramsPerUnit', 'Units'),
  absoluteBounds: { oneOf: [bounds, { type: 'array', items: bounds }] },
  recommendedBounds: object({ minimum: fixedPoint, maximum: fixedPoint }),
  maxSegments: integer('How many entries a schedule may have.'),
  defaultValue: fixedPoint,
});

const pump = object(
  {
    ...device,
    guardRails: {
      type: 'object',
      additionalProperties: guardRail,
      description: 'What it takes, by settings.',
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
      clinicId: text('The clinic.'),
      state: words(
        'What has become of it.',
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
          revisionId: integer('From 0.'),
          integrityHash: object({ algorithm: words('How it is computed.', 'JCSSHA512'), hash: text('Hex.') }),
          attributes: object({
            ...attributes,
            createdTime: instant('When it was written.'),
            createdUserId: text('Who has written it.'),
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
      prescriberUserId: text('Who has submitted it.'),
      patientUserId: text('Who has claimed it.'),
      createdTime: instant('When it was made.'),
      createdUserId: text('Who has made it.'),
      modifiedTime: instant('When it was last changed.'),
      modifiedUserId: text('Who has done that.'),
      submittedTime: instant('When it was submitted.'),
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
