import {
  clinicTier,
  membershipRestrictions,
  mrnSettings,
  patientCountSettings,
  serviceCredentials,
} from './clinic-settings-bodies';
import { ehrSettings } from './ehr-settings';
import type { JsonSchema } from '../../route';
import { flag } from '../../schemas';
import { fromGraph } from '../../from-graph';
import { describedAs, type Sentence } from '../../sentence';

const number = (description: Sentence): JsonSchema => ({ type: 'integer', minimum: 0, description });
/** An object; all of its properties are required by default. */
const object = (
  properties: Record<string, JsonSchema>,
  required: readonly string[] = Object.keys(properties),
): JsonSchema => ({ type: 'object', ...(required.length > 0 && { required }), properties });

/** Schemas of clinic settings. */
export const clinicSettingsSchemas: Record<string, JsonSchema> = {
  ClinicTier: clinicTier.schema,
  SuppressedNotifications: object({
    suppressedNotifications: {
      ...object({ patientClinicInvitation: flag('No mails about invitations.') }, []),
      additionalProperties: false,
    },
  }),
  MembershipRestrictions: membershipRestrictions.schema,
  ServiceCredentials: serviceCredentials.schema,
  SiteId: object({ id: fromGraph('PatientSite.id') }),
  MrnSettings: mrnSettings.schema,
  EhrSettings: ehrSettings.schema,
  PatientCountSettings: patientCountSettings.schema,
  PatientCount: object(
    {
      total: number(describedAs('PatientCount.total')),
      demo: number('The demo patient.'),
      plan: number(describedAs('PatientCount.plan')),
      providers: {
        type: 'object',
        description: 'Data sources by provider.',
        additionalProperties: object({
          total: number('How many sources.'),
          states: { type: 'object', additionalProperties: { type: 'integer' } },
        }),
      },
    },
    ['total', 'demo', 'plan'],
  ),
};
