import { badInput, notFound } from '../../../src/platform/errors';
import { clinicBody, clinicErrors as errors, jsonBody } from './clinic-body';
import { instantOnWire } from './clinic-on-wire';
import { ehrSettings, ehrSettingsOnWire } from './ehr-settings';
import {
  ClinicEhrSettingsDocument,
  ClinicMembershipRestrictionsDocument,
  ClinicMrnSettingsDocument,
  ClinicPatientCountDocument,
  ClinicPatientCountSettingsDocument,
  RefreshPatientCountDocument,
  UpdateClinicTierDocument,
  UpdateEhrSettingsDocument,
  UpdateMembershipRestrictionsDocument,
  UpdateMrnSettingsDocument,
  UpdatePatientCountSettingsDocument,
  UpdateSuppressedNotificationsDocument,
  type UpdatePatientCountSettingsMutation,
} from '../../generated/operations';
import { isJsonBody } from '../../json-body';
import { checkedClinicId } from '../../path-ids';
import {
  clinicTier,
  membershipRestrictions,
  mrnSettings,
  patientCountSettings,
} from './clinic-settings-bodies';
import { guardOf, guardOfClinic } from './clinic-guards';
import { route, type Route } from '../../route';
import { ref } from '../../schemas';
import type { Shown } from '../../shown';
import { describedAs } from '../../sentence';

const tag = 'Clinics';
const readFailures = [400, 401, 403, 404];
const writeFailures = [400, 401, 403, 404, 413];

const replyOf = (schema: string, description: string) => ({ status: 200, description, schema: ref(schema) });

/** Settings that were never set are "not found" for clients. */
function told<Value>(settings: Value | null | undefined): Value {
  if (settings == null) throw notFound('The clinic has no such settings yet.');
  return settings;
}

type ShownLimits = Shown<UpdatePatientCountSettingsMutation['updatePatientCountSettings']['settings']>;

const limitOnWire = ({ plan, startDate, endDate }: NonNullable<ShownLimits['hardLimit']>) => ({
  plan,
  ...(startDate != null && { startDate: instantOnWire(startDate) }),
  ...(endDate != null && { endDate: instantOnWire(endDate) }),
});

const limitsOnWire = ({ hardLimit, softLimit }: ShownLimits) => ({
  ...(hardLimit && { hardLimit: limitOnWire(hardLimit) }),
  ...(softLimit && { softLimit: limitOnWire(softLimit) }),
});

const restrictionsOnWire = (
  restrictions: readonly { emailDomain: string; requiredIdp?: string | null }[],
): object =>
  restrictions.length === 0
    ? {}
    : {
        restrictions: restrictions.map(({ emailDomain, requiredIdp }) => ({
          emailDomain,
          ...(requiredIdp != null && { requiredIdp }),
        })),
      };

/** Some callers send the bare list. */
const restrictionsOf = (body: unknown) =>
  (Array.isArray(body) && body.length === 0
    ? undefined
    : membershipRestrictions.read(clinicBody(body)).restrictions) ?? [];

function suppressedOf(body: unknown): { patientClinicInvitation: boolean | null } {
  const name = 'suppressedNotifications';
  const given = clinicBody(body).required(name, 'object');
  const unknown = isJsonBody(given) && Object.keys(given).find((key) => key !== 'patientClinicInvitation');
  if (unknown) throw badInput(`"${name}" has no "${unknown}".`);
  return {
    patientClinicInvitation:
      clinicBody(given, `/${name}`).optional('patientClinicInvitation', 'boolean') ?? null,
  };
}

/** Settings of clinics. */
export const clinicSettingsRoutes: Route[] = [
  route({
    method: 'POST',
    path: '/v1/clinics/{clinicId}/tier',
    tag,
    summary: 'Sets the service tier of a clinic; for trusted servers.',
    body: jsonBody('ClinicTier', 'The tier.'),
    success: { status: 200, description: 'The clinic has the tier.' },
    failures: writeFailures,
    errors,
    guard: guardOf('updateClinicTier'),
    operation: UpdateClinicTierDocument,
    variables: (request) => ({
      input: { clinicId: checkedClinicId(request), ...clinicTier.read(clinicBody(request.body)) },
    }),
    reply: () => ({}),
  }),
  route({
    method: 'POST',
    path: '/v1/clinics/{clinicId}/suppressed_notifications',
    tag,
    summary: 'Sets which mails a clinic does not want; for its administrators.',
    body: jsonBody('SuppressedNotifications', 'All that are not wanted.'),
    success: { status: 200, description: 'The clinic no longer gets these mails.' },
    failures: writeFailures,
    errors,
    guard: guardOf('updateSuppressedNotifications'),
    operation: UpdateSuppressedNotificationsDocument,
    variables: (request) => ({
      input: { clinicId: checkedClinicId(request), ...suppressedOf(request.body) },
    }),
    reply: () => ({}),
  }),
  route({
    method: 'GET',
    path: '/v1/clinics/{clinicId}/membership_restrictions',
    tag,
    summary: 'The membership restrictions of a clinic; for its administrators.',
    success: replyOf('MembershipRestrictions', 'The restrictions; none when everybody may.'),
    failures: readFailures,
    errors,
    guard: guardOfClinic('membershipRestrictions'),
    operation: ClinicMembershipRestrictionsDocument,
    variables: (request) => ({ id: checkedClinicId(request) }),
    reply: ({ clinic }) => ({ body: restrictionsOnWire(clinic.membershipRestrictions) }),
  }),
  route({
    method: 'PUT',
    path: '/v1/clinics/{clinicId}/membership_restrictions',
    tag,
    summary: 'Sets the membership restrictions of a clinic; for trusted servers.',
    body: jsonBody('MembershipRestrictions', 'All restrictions.'),
    success: replyOf('MembershipRestrictions', 'The restrictions.'),
    failures: writeFailures,
    errors,
    guard: guardOf('updateMembershipRestrictions'),
    operation: UpdateMembershipRestrictionsDocument,
    variables: (request) => ({
      input: { clinicId: checkedClinicId(request), restrictions: restrictionsOf(request.body) },
    }),
    reply: ({ updateMembershipRestrictions: { restrictions } }) => ({
      body: restrictionsOnWire(restrictions),
    }),
  }),
  route({
    method: 'GET',
    path: '/v1/clinics/{clinicId}/settings/mrn',
    tag,
    summary: describedAs('MrnSettings'),
    success: replyOf('MrnSettings', 'The settings.'),
    failures: readFailures,
    errors,
    guard: guardOfClinic('mrnSettings'),
    operation: ClinicMrnSettingsDocument,
    variables: (request) => ({ id: checkedClinicId(request) }),
    reply: ({ clinic }) => ({ body: told(clinic.mrnSettings) }),
  }),
  route({
    method: 'PUT',
    path: '/v1/clinics/{clinicId}/settings/mrn',
    tag,
    summary: 'Sets the rules for medical record numbers; for trusted servers.',
    body: jsonBody('MrnSettings', 'The settings.'),
    success: replyOf('MrnSettings', 'The settings.'),
    failures: writeFailures,
    errors,
    guard: guardOf('updateMrnSettings'),
    operation: UpdateMrnSettingsDocument,
    variables: (request) => ({
      input: { clinicId: checkedClinicId(request), ...mrnSettings.read(clinicBody(request.body)) },
    }),
    reply: ({ updateMrnSettings }) => ({ body: updateMrnSettings.settings }),
  }),
  route({
    method: 'GET',
    path: '/v1/clinics/{clinicId}/settings/ehr',
    tag,
    summary: describedAs('EhrSettings'),
    success: replyOf('EhrSettings', 'The settings.'),
    failures: readFailures,
    errors,
    guard: guardOfClinic('ehrSettings'),
    operation: ClinicEhrSettingsDocument,
    variables: (request) => ({ id: checkedClinicId(request) }),
    reply: ({ clinic }) => ({ body: ehrSettingsOnWire(told(clinic.ehrSettings)) }),
  }),
  route({
    method: 'PUT',
    path: '/v1/clinics/{clinicId}/settings/ehr',
    tag,
    summary: 'Sets the EHR connection of a clinic; for trusted servers.',
    body: jsonBody('EhrSettings', 'All settings.'),
    success: replyOf('EhrSettings', 'The settings.'),
    failures: writeFailures,
    errors,
    guard: guardOf('updateEhrSettings'),
    operation: UpdateEhrSettingsDocument,
    variables(request) {
      const { destinationIds = null, ...settings } = ehrSettings.read(clinicBody(request.body));
      return { input: { clinicId: checkedClinicId(request), destinationIds, ...settings } };
    },
    reply: ({ updateEhrSettings }) => ({ body: ehrSettingsOnWire(updateEhrSettings.settings) }),
  }),
  route({
    method: 'GET',
    path: '/v1/clinics/{clinicId}/settings/patient_count',
    tag,
    summary: describedAs('PatientCountSettings'),
    success: replyOf('PatientCountSettings', 'The limits; none when there is none.'),
    failures: readFailures,
    errors,
    guard: guardOfClinic('patientCountSettings'),
    operation: ClinicPatientCountSettingsDocument,
    variables: (request) => ({ id: checkedClinicId(request) }),
    reply: ({ clinic }) => ({ body: limitsOnWire(clinic.patientCountSettings) }),
  }),
  route({
    method: 'PUT',
    path: '/v1/clinics/{clinicId}/settings/patient_count',
    tag,
    summary: 'Sets the patient limits of a clinic; for trusted servers.',
    body: jsonBody('PatientCountSettings', 'All limits.'),
    success: replyOf('PatientCountSettings', 'The limits that hold now.'),
    failures: writeFailures,
    errors,
    guard: guardOf('updatePatientCountSettings'),
    operation: UpdatePatientCountSettingsDocument,
    variables(request) {
      const { hardLimit = null, softLimit = null } = patientCountSettings.read(clinicBody(request.body));
      return { input: { clinicId: checkedClinicId(request), hardLimit, softLimit } };
    },
    reply: ({ updatePatientCountSettings }) => ({ body: limitsOnWire(updatePatientCountSettings.settings) }),
  }),
  route({
    method: 'GET',
    path: '/v1/clinics/{clinicId}/patient_count',
    tag,
    summary: describedAs('PatientCount'),
    success: replyOf('PatientCount', 'The numbers.'),
    failures: readFailures,
    errors,
    guard: guardOfClinic('patientCount'),
    operation: ClinicPatientCountDocument,
    variables: (request) => ({ id: checkedClinicId(request) }),
    reply({ clinic: { patientCount } }) {
      const { total, demo, plan, providers } = patientCount;
      const byName = providers.map(({ providerName, total: sources, states }): [string, object] => [
        providerName,
        { total: sources, states: Object.fromEntries(states.map((each) => [each.state, each.total])) },
      ]);
      const sources: object = byName.length > 0 ? { providers: Object.fromEntries(byName) } : {};
      return { body: { total, demo, plan, ...sources } };
    },
  }),
  route({
    method: 'POST',
    path: '/v1/clinics/{clinicId}/patient_count/refresh',
    tag,
    summary: 'Recounts the patients of a clinic; for trusted servers.',
    success: { status: 200, description: 'The count is up to date.' },
    failures: readFailures,
    errors,
    guard: guardOf('refreshPatientCount'),
    operation: RefreshPatientCountDocument,
    variables: (request) => ({ input: { clinicId: checkedClinicId(request) } }),
    reply: () => ({}),
  }),
];
