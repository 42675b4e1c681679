import type { JsonSchema } from '../../route';
import { ref, text } from '../../schemas';
import { fromGraph } from '../../from-graph';
import { invitedClinician } from '../clinics/clinic-body';

/** Schemas of invitations of members and of patients to clinics. */
export const clinicInvitationSchemas: Record<string, JsonSchema> = {
  InvitedClinician: invitedClinician.schema,
  AssociatedClinician: {
    type: 'object',
    required: ['userId'],
    properties: { userId: fromGraph('AssociateClinicianInput.userId') },
  },
  InvitedClinic: {
    type: 'object',
    required: ['shareCode', 'permissions'],
    properties: { shareCode: text('Share code of the clinic.'), permissions: ref('PermissionSet') },
  },
};
