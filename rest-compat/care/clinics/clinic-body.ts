import { ClinicianRoleName } from '../../../resolvers/care/clinics/clinicians.types';
import { ClinicSizeName, ClinicTypeName } from '../../../resolvers/care/clinics/clinics.types';
import { GlucoseUnits } from '../../../resolvers/records/data/glucose-units';
import {
  as,
  BodyTable,
  clearedByAbsence,
  described,
  field,
  required,
  type BodyField,
} from '../../body-table';
import type {
  ClinicianRole,
  ClinicSize,
  ClinicType,
  GlucoseUnits as Units,
} from '../../generated/operations';
import { longestWebsite } from '../../../src/care/clinics/clinic-body';
import { addressInBody } from '../../../src/care/clinics/people/clinician-body';
import type { ErrorBody } from '../../errors';
import { reasonErrors } from '../../errors';
import { BodyReader } from '../../json-body';
import type { RequestBody } from '../../route';
import { ref } from '../../schemas';

/**
 * Errors of these areas, whose findings point into the body. The body has the structure of its operation's input.
 *
 * @param names of the body's keys, if they differ from those of the input
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

/** A JSON body with this schema, identified only by its own name. */
export const jsonBody = (schema: string, description: string): RequestBody => ({
  schema: ref(schema),
  description,
  strictType: true,
});

/** Reads values from bodies of this area, in which null is wrong unless a field says otherwise. */
export const clinicBody = (body: unknown, path = ''): BodyReader =>
  new BodyReader(body, 'The body is not valid.', path, 'as wrong');

const phoneNumber = new BodyTable('PhoneNumberInput', { type: field.line, number: required(field.line) });

/** The details of a clinic in a body. */
export const clinicFields = new BodyTable('CreateClinicInput', {
  name: required(field.line),
  preferredBgUnits: required(field.oneOf<Units>(GlucoseUnits)),
  address: field.line,
  city: field.line,
  postalCode: field.line,
  state: field.line,
  country: field.line,
  website: field.textUpTo(longestWebsite),
  timezone: clearedByAbsence('TIMEZONE', field.text),
  clinicType: field.oneOf<ClinicType>(ClinicTypeName),
  clinicSize: field.oneOf<ClinicSize>(ClinicSizeName),
  phoneNumbers: clearedByAbsence(
    'PHONE_NUMBERS',
    described({ minItems: 1, uniqueItems: true }, field.objects(phoneNumber)),
  ),
});

const roles = required(
  described({ minItems: 1, uniqueItems: true }, field.eachOneOf<ClinicianRole>(ClinicianRoleName)),
);

/** A URL, checked before the operation runs. */
const email: BodyField<string> = {
  ...required(field.address),
  read: (body, name) => addressInBody(body.required(name, 'string')),
};

/** A new member of a clinic. */
export const newClinician = new BodyTable('AddClinicianInput', {
  email,
  roles,
  name: field.line,
  id: as('userId', described({ description: 'The account; either this or an invitation.' }, field.text)),
  inviteId: field.text,
});

/** An invited member of a clinic. */
export const invitedClinician = new BodyTable('InviteClinicianInput', {
  email: required(field.address),
  roles,
});
