import { badInput, type Finding } from '../../../src/platform/errors';
import type { PrescriptionAttributesInput } from '../../generated/operations';
import { isJsonBody } from '../../json-body';

const kinds = {
  string: { code: 'type-not-string', what: 'a text', is: (value: unknown) => typeof value === 'string' },
  boolean: {
    code: 'type-not-bool',
    what: 'true or false',
    is: (value: unknown) => typeof value === 'boolean',
  },
  integer: {
    code: 'type-not-int',
    what: 'a whole number of up to 31 bits',
    is: (value: unknown) => Number.isInteger(value) && Math.abs(Number(value)) < 2 ** 31,
  },
  number: { code: 'type-not-float', what: 'a number', is: (value: unknown) => Number.isFinite(value) },
} as const;

/** The type of a property in a body: a plain value, an object of such properties, or a list of such objects. */
type Shape = keyof typeof kinds | { readonly [name: string]: Shape } | readonly [item: ObjectShape];
type ObjectShape = { readonly [name: string]: Shape };

const target = { low: 'number', high: 'number', target: 'number', range: 'number' } as const;
const maximum = { units: 'string', value: 'number' } as const;
const amounts = [{ start: 'integer', amount: 'number' }] as const;

const attributesShape = {
  state: 'string',
  accountType: 'string',
  caregiverFirstName: 'string',
  caregiverLastName: 'string',
  firstName: 'string',
  lastName: 'string',
  birthday: 'string',
  mrn: 'string',
  email: 'string',
  sex: 'string',
  weight: { value: 'number', units: 'string' },
  yearOfDiagnosis: 'integer',
  phoneNumber: { countryCode: 'integer', number: 'string' },
  training: 'string',
  therapySettings: 'string',
  prescriberTermsAccepted: 'boolean',
  calculator: {
    method: 'string',
    weight: 'number',
    weightUnits: 'string',
    totalDailyDose: 'number',
    totalDailyDoseScaleFactor: 'number',
    recommendedBasalRate: 'number',
    recommendedCarbohydrateRatio: 'number',
    recommendedInsulinSensitivity: 'number',
  },
  initialSettings: {
    bloodGlucoseUnits: 'string',
    basalRateSchedule: [{ start: 'integer', rate: 'number' }],
    carbohydrateRatioSchedule: amounts,
    insulinSensitivitySchedule: amounts,
    bloodGlucoseTargetSchedule: [{ start: 'integer', ...target }],
    bloodGlucoseTargetPhysicalActivity: target,
    bloodGlucoseTargetPreprandial: target,
    glucoseSafetyLimit: 'number',
    insulinModel: 'string',
    basalRateMaximum: maximum,
    bolusAmountMaximum: maximum,
    pumpId: 'string',
    cgmId: 'string',
  },
} as const satisfies Record<keyof PrescriptionAttributesInput, Shape>;

const bodyShape = { createdUserId: 'string', revisionHash: 'string' } as const;

/** Maximum number of findings in a response. */
const mostFindings = 500;

/** Reads the properties of a shape from a body; null counts as absent, unknown ones are omitted. */
class ShapeReader {
  readonly findings: Finding[] = [];

  private complain(pointer: string, code: string, what: string): undefined {
    if (this.findings.length < mostFindings)
      this.findings.push({
        code,
        title: 'value has another type',
        detail: `It is not ${what}.`,
        source: { pointer },
      });
  }

  read(value: unknown, shape: Shape, pointer: string): unknown {
    if (typeof shape === 'string') {
      const { code, what, is } = kinds[shape];
      return is(value) ? value : this.complain(pointer, code, what);
    }
    if (!isList(shape)) return this.readObject(value, shape, pointer);
    const [item] = shape;
    if (!Array.isArray(value)) return this.complain(pointer, 'type-not-array', 'a list');
    return value.map((each: unknown, index) => this.readObject(each, item, `${pointer}/${index}`));
  }

  readObject(value: unknown, shape: ObjectShape, pointer: string): Record<string, unknown> | undefined {
    if (!isJsonBody(value)) return this.complain(pointer, 'type-not-object', 'an object');
    const members = Object.entries(shape)
      .filter(([name]) => value[name] !== undefined && value[name] !== null)
      .map(([name, member]) => [name, this.read(value[name], member, `${pointer}/${name}`)] as const);
    return Object.fromEntries(members);
  }
}

const isList = (shape: Shape): shape is readonly [item: ObjectShape] => Array.isArray(shape);

/** A revision as sent by clients: attributes and hash are on the same level. Throws a finding for every wrong type. */
export function revisionOf(body: unknown) {
  const reader = new ShapeReader();
  const attributes = reader.readObject(body, attributesShape, '') ?? {};
  const rest = isJsonBody(body) ? reader.readObject(body, bodyShape, '') : undefined;
  if (reader.findings.length > 0) throw badInput('The prescription is not valid.', reader.findings);
  return {
    attributes: attributes as PrescriptionAttributesInput,
    revisionHash: rest?.revisionHash as string | undefined,
    createdUserId: rest?.createdUserId as string | undefined,
  };
}
