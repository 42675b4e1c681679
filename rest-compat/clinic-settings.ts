import { ClinicTierName } from '../resolvers/clinic-settings.types';
import { badInput, notFound } from '../src/errors';
import { clinicBody, clinicErrors as errors, enumName, jsonBody } from './clinic-body';
import { instantOnWire, type Instant } from './clinic-on-wire';
import { ehrSettingsOf, ehrSettingsOnWire } from './ehr-settings';
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
  type ClinicTier,
} from './generated/operations';
import { isJsonBody, type BodyReader } from './json-body';
import { checkedClinicId } from './path-ids';
import { guardOf, guardOfClinic } from './clinic-guards';
import { instantIn } from './instant-in-body';
import { route, type Route } from './route';
import { ref } from './schemas';

const tag = 'Clinics';
const readFailures = [400, 401, 403, 404];
const writeFailures = [400, 401, 403, 404, 413];

const replyOf = (schema: string, description: string) => ({ status: 200, description, schema: ref(schema) });

/** What a clinic has never been told is not there, for clients. */
function told<Value>(settings: Value | null | undefined): Value {
  if (settings == null) throw notFound('The clinic has no such settings yet.');
  return settings;
}

interface ShownLimit {
  plan: number;
  startDate?: Instant | null;
  endDate?: Instant | null;
}

const limitOnWire = ({ plan, startDate, endDate }: ShownLimit) => ({
  plan,
  ...(startDate != null && { startDate: instantOnWire(startDate) }),
  ...(endDate != null && { endDate: instantOnWire(endDate) }),
});

const limitsOnWire = ({
  hardLimit,
  softLimit,
}: {
  hardLimit?: ShownLimit | null;
  softLimit?: ShownLimit | null;
}) => ({
  ...(hardLimit && { hardLimit: limitOnWire(hardLimit) }),
  ...(softLimit && { softLimit: limitOnWire(softLimit) }),
});

function limitOf(settings: BodyReader, name: string) {
  const given = settings.optional(name, 'object');
  if (!given) return undefined;
  const limit = clinicBody(given, `/${name}`);
  return {
    plan: limit.required('plan', 'integer'),
    startDate: instantIn(limit, `/${name}`, 'startDate'),
    endDate: instantIn(limit, `/${name}`, 'endDate'),
  };
}

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

/** Some callers send the list by itself. */
const restrictionsOf = (body: unknown) =>
  (Array.isArray(body) && body.length === 0
    ? []
    : (clinicBody(body).optional('restrictions', 'objects') ?? [])
  )
    .map((each, index) => clinicBody(each, `/restrictions/${index}`))
    .map((each) => ({
      emailDomain: each.required('emailDomain', 'string'),
      requiredIdp: each.optional('requiredIdp', 'string'),
    }));

function suppressedOf(body: unknown): { patientClinicInvitation?: boolean } {
  const name = 'suppressedNotifications';
  const given = clinicBody(body).required(name, 'object');
  const unknown = isJsonBody(given) && Object.keys(given).find((key) => key !== 'patientClinicInvitation');
  if (unknown) throw badInput(`"${name}" has no "${unknown}".`);
  return {
    patientClinicInvitation: clinicBody(given, `/${name}`).optional('patientClinicInvitation', 'boolean'),
  };
}

/** What is set for clinics beside what they say about themselves. */
export const clinicSettingsRoutes: Route[] = [
  route({
    method: 'POST',
    path: '/v1/clinics/{clinicId}/tier',
    tag,
    summary: 'Gives a clinic another service tier; for trusted servers.',
    body: jsonBody('ClinicTier', 'The tier.'),
    success: { status: 200, description: 'The clinic has the tier.' },
    failures: writeFailures,
    errors,
    guard: guardOf('updateClinicTier'),
    operation: UpdateClinicTierDocument,
    variables(request) {
      const tier = clinicBody(request.body).required('tier', 'string');
      return {
        input: {
          clinicId: checkedClinicId(request),
          tier: enumName<ClinicTier>(ClinicTierName, '/tier', tier),
        },
      };
    },
    reply: () => ({}),
  }),
  route({
    method: 'POST',
    path: '/v1/clinics/{clinicId}/suppressed_notifications',
    tag,
    summary: 'Says which mails a clinic does not want; for its administrators.',
    body: jsonBody('SuppressedNotifications', 'All that are not wanted.'),
    success: { status: 200, description: 'The clinic does not get these mails any more.' },
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
    summary: 'Who may join a clinic; for its administrators.',
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
    summary: 'Says who may join a clinic; for trusted servers.',
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
    summary: 'What holds for medical record numbers.',
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
    summary: 'Says what holds for medical record numbers; for trusted servers.',
    body: jsonBody('MrnSettings', 'The settings.'),
    success: replyOf('MrnSettings', 'The settings.'),
    failures: writeFailures,
    errors,
    guard: guardOf('updateMrnSettings'),
    operation: UpdateMrnSettingsDocument,
    variables(request) {
      const settings = clinicBody(request.body);
      const [required, unique] = [
        settings.required('required', 'boolean'),
        settings.required('unique', 'boolean'),
      ];
      return { input: { clinicId: checkedClinicId(request), required, unique } };
    },
    reply: ({ updateMrnSettings }) => ({ body: updateMrnSettings.settings }),
  }),
  route({
    method: 'GET',
    path: '/v1/clinics/{clinicId}/settings/ehr',
    tag,
    summary: 'How a clinic is connected to its health record system.',
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
    summary: 'Connects a clinic to its health record system; for trusted servers.',
    body: jsonBody('EhrSettings', 'All settings.'),
    success: replyOf('EhrSettings', 'The settings.'),
    failures: writeFailures,
    errors,
    guard: guardOf('updateEhrSettings'),
    operation: UpdateEhrSettingsDocument,
    variables: (request) => ({
      input: { clinicId: checkedClinicId(request), ...ehrSettingsOf(request.body) },
    }),
    reply: ({ updateEhrSettings }) => ({ body: ehrSettingsOnWire(updateEhrSettings.settings) }),
  }),
  route({
    method: 'GET',
    path: '/v1/clinics/{clinicId}/settings/patient_count',
    tag,
    summary: 'The limits of the number of patients that hold for a clinic.',
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
    summary: 'Limits the number of patients of a clinic; for trusted servers.',
    body: jsonBody('PatientCountSettings', 'All limits.'),
    success: replyOf('PatientCountSettings', 'The limits that hold now.'),
    failures: writeFailures,
    errors,
    guard: guardOf('updatePatientCountSettings'),
    operation: UpdatePatientCountSettingsDocument,
    variables(request) {
      const settings = clinicBody(request.body);
      return {
        input: {
          clinicId: checkedClinicId(request),
          hardLimit: limitOf(settings, 'hardLimit'),
          softLimit: limitOf(settings, 'softLimit'),
        },
      };
    },
    reply: ({ updatePatientCountSettings }) => ({ body: limitsOnWire(updatePatientCountSettings.settings) }),
  }),
  route({
    method: 'GET',
    path: '/v1/clinics/{clinicId}/patient_count',
    tag,
    summary: 'How many patients a clinic has.',
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
    summary: 'Counts the patients of a clinic anew; for trusted servers.',
    success: { status: 200, description: 'The count is right.' },
    failures: readFailures,
    errors,
    guard: guardOf('refreshPatientCount'),
    operation: RefreshPatientCountDocument,
    variables: (request) => ({ input: { clinicId: checkedClinicId(request) } }),
    reply: () => ({}),
  }),
];
