import { ClinicianRoleName } from '../resolvers/clinicians.types';
import { ClinicSizeName, ClinicTypeName } from '../resolvers/clinics.types';
import { GlucoseUnits } from '../resolvers/data/glucose-units';
import { badInput } from '../src/errors';
import type { ClinicianRole, ClinicSize, ClinicType, CreateClinicInput } from './generated/operations';
import type { ErrorBody } from './errors';
import { reasonErrors } from './errors';
import { BodyReader } from './json-body';
import type { RequestBody } from './route';
import { ref } from './schemas';

/**
 * Findings of these areas point into the body, which is built like the input of its operation.
 *
 * @param names of the body's keys, where they differ from those of the input
 */
export const clinicErrorsWith =
  (names: Readonly<Record<string, string>>): ErrorBody =>
  (error, trace) => {
    const body = reasonErrors(error, trace);
    if (error.findings.length === 0) return body;
    const errors = error.findings.map((finding) => {
      const pointer = finding.source?.pointer?.replace(/^\/input/, '');
      const [, key = ''] = pointer?.split('/') ?? [];
      return pointer === undefined
        ? finding
        : { ...finding, source: { pointer: pointer.replace(key, names[key] ?? key) } };
    });
    return { ...body, errors };
  };

export const clinicErrors = clinicErrorsWith({});

/** A JSON body of this schema, by nothing but its own name. */
export const jsonBody = (schema: string, description: string): RequestBody => ({
  schema: ref(schema),
  description,
  strictType: true,
});

/** Takes values out of a body of this area, where null is no value. */
export const clinicBody = (body: unknown, path = ''): BodyReader =>
  new BodyReader(body, 'The body is not valid.', path, 'as wrong');

/** The graph's name of a value of the wire. Throws when there is none. */
export function enumName<Name extends string>(
  names: Readonly<Record<string, string>>,
  pointer: string,
  value: string,
): Name {
  const name = Object.keys(names).find((each) => names[each] === value);
  if (name !== undefined) return name as Name;
  const detail = `"${value}" is none of ${Object.values(names).join(', ')}.`;
  throw badInput(detail, [
    { code: 'value-not-allowed', title: 'value is not allowed', detail, source: { pointer } },
  ]);
}

/** `enumName` of a value that may be absent. */
export const optionalEnumName = <Name extends string>(
  names: Readonly<Record<string, string>>,
  pointer: string,
  value: string | undefined,
): Name | undefined => (value === undefined ? undefined : enumName<Name>(names, pointer, value));

const texts = ['address', 'city', 'postalCode', 'state', 'country', 'website', 'timezone'] as const;

/** What a body says about a clinic. */
export function clinicFieldsOf(body: unknown): CreateClinicInput {
  const fields = clinicBody(body);
  const clinicType = fields.optional('clinicType', 'string');
  const clinicSize = fields.optional('clinicSize', 'string');
  return {
    name: fields.required('name', 'string'),
    preferredBgUnits: enumName(
      GlucoseUnits,
      '/preferredBgUnits',
      fields.required('preferredBgUnits', 'string'),
    ),
    ...Object.fromEntries(texts.map((name) => [name, fields.optional(name, 'string')])),
    clinicType: optionalEnumName<ClinicType>(ClinicTypeName, '/clinicType', clinicType),
    clinicSize: optionalEnumName<ClinicSize>(ClinicSizeName, '/clinicSize', clinicSize),
    phoneNumbers: fields.optional('phoneNumbers', 'objects')?.map((each, index) => {
      const phone = clinicBody(each, `/phoneNumbers/${index}`);
      return { type: phone.optional('type', 'string'), number: phone.required('number', 'string') };
    }),
  };
}

/** The roles that a body names. */
export const rolesOf = (fields: BodyReader): ClinicianRole[] =>
  fields
    .required('roles', 'strings')
    .map((role) => enumName<ClinicianRole>(ClinicianRoleName, '/roles', role));
