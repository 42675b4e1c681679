import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
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
  type ClinicPatientCountQuery,
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
import { guardFields, guardOfClinic } from './clinic-guards';
import { route, type Route } from '../../route';
import { ref } from '../../schemas';
import type { Shown } from '../../shown';
import { describedAs, type Sentence } from '../../sentence';

const tag = 'Clinics';
const readFailures = [400, 401, 403, 404];
const writeFailures = [400, 401, 403, 404, 413];

const at = (path: string): string => `/v1/clinics/{clinicId}/${path}`;

/** Settings that were never set are "not found" for clients. */
function ifSet<Value>(settings: Value | null | undefined): Value {
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
const readRestrictions = (body: unknown) =>
  (Array.isArray(body) && body.length === 0
    ? undefined
    : membershipRestrictions.read(clinicBody(body)).restrictions) ?? [];

function readSuppressed(body: unknown): { patientClinicInvitation: boolean | null } {
  const name = 'suppressedNotifications';
  const given = clinicBody(body).required(name, 'object');
  const unknown = isJsonBody(given) && Object.keys(given).find((key) => key !== 'patientClinicInvitation');
  if (unknown) throw badInput(`"${name}" has no "${unknown}".`);
  return {
    patientClinicInvitation:
      clinicBody(given, `/${name}`).optional('patientClinicInvitation', 'boolean') ?? null,
  };
}

function countOnWire({ clinic }: ClinicPatientCountQuery): object {
  const { total, demo, plan, providers } = clinic.patientCount;
  const byName = providers.map(({ providerName, total: sources, states }): [string, object] => [
    providerName,
    { total: sources, states: Object.fromEntries(states.map((each) => [each.state, each.total])) },
  ]);
  const sources: object = byName.length > 0 ? { providers: Object.fromEntries(byName) } : {};
  return { total, demo, plan, ...sources };
}

/** Something about a clinic that a path shows. */
interface ShownSetting<Data> {
  /** Below the clinic. */
  path: string;
  /** The field of the clinic in the graph. */
  field: string;
  operation: TypedDocumentNode<Data, { id: string }>;
  summary: Sentence;
  /** The response: the name of its schema, and its description. */
  response: readonly [schema: string, description: string];
  toBody: (data: Data) => object;
}

const shown = <Data>({ path, field, operation, summary, response, toBody }: ShownSetting<Data>): Route =>
  route({
    method: 'GET',
    path: at(path),
    tag,
    summary,
    success: { status: 200, description: response[1], schema: ref(response[0]) },
    failures: readFailures,
    errors,
    guard: guardOfClinic(field),
    operation,
    variables: (request) => ({ id: checkedClinicId(request) }),
    reply: (data) => ({ body: toBody(data) }),
  });

/** A setting of a clinic that a path replaces. */
interface ReplacedSetting<Data, Input extends object> {
  method: 'PUT' | 'POST';
  /** Below the clinic. */
  path: string;
  /** The mutation of the graph. */
  mutation: string;
  operation: TypedDocumentNode<Data, { input: Input & { clinicId: string } }>;
  summary: Sentence;
  /** The request body: the name of its schema, and its description. */
  request: readonly [schema: string, description: string];
  read: (body: unknown) => Input;
  /** The description of the response. */
  response: string;
  /** The response has the schema of the request; without this, it is empty. */
  toBody?: (data: Data) => object;
}

const replaced = <Data, Input extends object>(row: ReplacedSetting<Data, Input>): Route => {
  const { method, path, mutation, operation, summary, request: body, read, response, toBody } = row;
  return route({
    method,
    path: at(path),
    tag,
    summary,
    body: jsonBody(...body),
    success: { status: 200, description: response, ...(toBody && { schema: ref(body[0]) }) },
    failures: writeFailures,
    errors,
    guard: guardFields(mutation),
    operation,
    variables: (request) => ({ input: { clinicId: checkedClinicId(request), ...read(request.body) } }),
    reply: (data) => (toBody ? { body: toBody(data) } : {}),
  });
};

/** Settings of clinics. */
export const clinicSettingsRoutes: Route[] = [
  replaced({
    method: 'POST',
    path: 'tier',
    mutation: 'updateClinicTier',
    operation: UpdateClinicTierDocument,
    summary: 'Sets the service tier of a clinic; for trusted servers.',
    request: ['ClinicTier', 'The tier.'],
    read: (body) => clinicTier.read(clinicBody(body)),
    response: 'The clinic has the tier.',
  }),
  replaced({
    method: 'POST',
    path: 'suppressed_notifications',
    mutation: 'updateSuppressedNotifications',
    operation: UpdateSuppressedNotificationsDocument,
    summary: 'Sets which mails a clinic does not want; for its administrators.',
    request: ['SuppressedNotifications', 'All that are not wanted.'],
    read: readSuppressed,
    response: 'The clinic no longer gets these mails.',
  }),
  shown({
    path: 'membership_restrictions',
    field: 'membershipRestrictions',
    operation: ClinicMembershipRestrictionsDocument,
    summary: 'The membership restrictions of a clinic; for its administrators.',
    response: ['MembershipRestrictions', 'The restrictions; none when everybody may.'],
    toBody: ({ clinic }) => restrictionsOnWire(clinic.membershipRestrictions),
  }),
  replaced({
    method: 'PUT',
    path: 'membership_restrictions',
    mutation: 'updateMembershipRestrictions',
    operation: UpdateMembershipRestrictionsDocument,
    summary: 'Sets the membership restrictions of a clinic; for trusted servers.',
    request: ['MembershipRestrictions', 'All restrictions.'],
    read: (body) => ({ restrictions: readRestrictions(body) }),
    response: 'The restrictions.',
    toBody: ({ updateMembershipRestrictions: { restrictions } }) => restrictionsOnWire(restrictions),
  }),
  shown({
    path: 'settings/mrn',
    field: 'mrnSettings',
    operation: ClinicMrnSettingsDocument,
    summary: describedAs('MrnSettings'),
    response: ['MrnSettings', 'The settings.'],
    toBody: ({ clinic }) => ifSet(clinic.mrnSettings),
  }),
  replaced({
    method: 'PUT',
    path: 'settings/mrn',
    mutation: 'updateMrnSettings',
    operation: UpdateMrnSettingsDocument,
    summary: 'Sets the rules for medical record numbers; for trusted servers.',
    request: ['MrnSettings', 'The settings.'],
    read: (body) => mrnSettings.read(clinicBody(body)),
    response: 'The settings.',
    toBody: ({ updateMrnSettings }) => updateMrnSettings.settings,
  }),
  shown({
    path: 'settings/ehr',
    field: 'ehrSettings',
    operation: ClinicEhrSettingsDocument,
    summary: describedAs('EhrSettings'),
    response: ['EhrSettings', 'The settings.'],
    toBody: ({ clinic }) => ehrSettingsOnWire(ifSet(clinic.ehrSettings)),
  }),
  replaced({
    method: 'PUT',
    path: 'settings/ehr',
    mutation: 'updateEhrSettings',
    operation: UpdateEhrSettingsDocument,
    summary: 'Sets the EHR connection of a clinic; for trusted servers.',
    request: ['EhrSettings', 'All settings.'],
    read(body) {
      const { destinationIds = null, ...settings } = ehrSettings.read(clinicBody(body));
      return { destinationIds, ...settings };
    },
    response: 'The settings.',
    toBody: ({ updateEhrSettings }) => ehrSettingsOnWire(updateEhrSettings.settings),
  }),
  shown({
    path: 'settings/patient_count',
    field: 'patientCountSettings',
    operation: ClinicPatientCountSettingsDocument,
    summary: describedAs('PatientCountSettings'),
    response: ['PatientCountSettings', 'The limits; none when there is none.'],
    toBody: ({ clinic }) => limitsOnWire(clinic.patientCountSettings),
  }),
  replaced({
    method: 'PUT',
    path: 'settings/patient_count',
    mutation: 'updatePatientCountSettings',
    operation: UpdatePatientCountSettingsDocument,
    summary: 'Sets the patient limits of a clinic; for trusted servers.',
    request: ['PatientCountSettings', 'All limits.'],
    read(body) {
      const { hardLimit = null, softLimit = null } = patientCountSettings.read(clinicBody(body));
      return { hardLimit, softLimit };
    },
    response: 'The limits that hold now.',
    toBody: ({ updatePatientCountSettings }) => limitsOnWire(updatePatientCountSettings.settings),
  }),
  shown({
    path: 'patient_count',
    field: 'patientCount',
    operation: ClinicPatientCountDocument,
    summary: describedAs('PatientCount'),
    response: ['PatientCount', 'The numbers.'],
    toBody: countOnWire,
  }),
  route({
    method: 'POST',
    path: '/v1/clinics/{clinicId}/patient_count/refresh',
    tag,
    summary: 'Recounts the patients of a clinic; for trusted servers.',
    success: { status: 200, description: 'The count is up to date.' },
    failures: readFailures,
    errors,
    guard: guardFields('refreshPatientCount'),
    operation: RefreshPatientCountDocument,
    variables: (request) => ({ input: { clinicId: checkedClinicId(request) } }),
    reply: () => ({}),
  }),
];
