import { nodeType } from '../../node-type';
import { restricted } from './clinician-invitations';
import { toClinicianInvitation, type ClinicianInvitation } from './clinic-invitations.types';

/** Open invitations to work in clinics, for those who are invited and for administrators. */
export const clinicInvitationNodes = [
  nodeType<ClinicianInvitation>({
    type: 'ClinicianInvitation',
    key: ({ clinicId, key }) => [clinicId, key],
    load: async (context, clinicId, key) => {
      const { personId, services } = context;
      const found = await context.load(services.clinicianInvites.findOpen, { clinicId, key });
      if (!found) return null;
      const invitation = toClinicianInvitation(found);
      return found.userId !== null && found.userId === personId
        ? restricted(context, personId, invitation)
        : invitation;
    },
    way: ({ clinicId, restrictions }, { personId }) =>
      restrictions === null
        ? { type: 'Clinic', field: 'clinicianInvitations', parent: { id: clinicId } }
        : { type: 'User', field: 'clinicianInvitations', parent: { id: personId } },
  }),
];
