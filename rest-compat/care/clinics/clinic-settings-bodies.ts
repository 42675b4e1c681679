import { ClinicTierName } from '../../../resolvers/care/clinics/clinic-settings.types';
import { as, BodyTable, described, field, required } from '../../body-table';
import type { ClinicTier } from '../../generated/operations';

/** The service tier in a body. */
export const clinicTier = new BodyTable('UpdateClinicTierInput', {
  tier: required(field.oneOf<ClinicTier>(ClinicTierName)),
});

const restriction = new BodyTable('MembershipRestrictionInput', {
  emailDomain: required(field.text),
  requiredIdp: field.text,
});

/** Membership restrictions in a body. */
export const membershipRestrictions = new BodyTable('UpdateMembershipRestrictionsInput', {
  restrictions: field.objects(restriction),
});

/** Rules for medical record numbers in a body. */
export const mrnSettings = new BodyTable('UpdateMrnSettingsInput', {
  required: required(field.flag),
  unique: required(field.flag),
});

const limit = new BodyTable('PatientLimitInput', {
  plan: described({ minimum: 0 }, required(field.integer)),
  startDate: field.instant,
  endDate: field.instant,
});

/** Patient limits in a body. */
export const patientCountSettings = new BodyTable('UpdatePatientCountSettingsInput', {
  hardLimit: field.object(limit),
  softLimit: field.object(limit),
});

/** A program that will work in a clinic, in a body. */
export const serviceCredentials = new BodyTable('AddServiceAccountInput', {
  name: required(field.text),
  client_id: as('clientId', required(field.text)),
  client_secret: as('clientSecret', required(field.text)),
});
