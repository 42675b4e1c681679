import {
  ClinicianInvitationResolver,
  ClinicianInvitationsResolver,
  SentClinicianInvitationsResolver,
} from '../../../resolvers/care/clinic-invitations/clinician-invitations';
import { InvitationNewsResolver } from '../../../resolvers/care/clinic-invitations/invitation-subscriptions';
import { PatientInvitationsResolver } from '../../../resolvers/care/clinic-invitations/patient-invitations';
import { WaitingMailsResolver } from '../../../resolvers/care/clinic-invitations/waiting-mails';
import { clinicInvitationNodes } from '../../../resolvers/care/clinic-invitations/nodes';
import { clinicInvitationRules } from '../../../src/graph/permissions/care/clinic-invitations';
import { clinicInvitationSchemas } from './clinic-invitations.schemas';
import { clinicianInvitationRoutes } from './clinician-invitations';
import { patientInvitationRoutes } from './patient-invitations';
import type { Surface } from '../../surface';

/** Invitations of members and of patients to clinics. */
export const clinicInvitationsSurface: Surface = {
  name: 'clinic-invitations',
  resolvers: [
    ClinicianInvitationsResolver,
    SentClinicianInvitationsResolver,
    ClinicianInvitationResolver,
    PatientInvitationsResolver,
    InvitationNewsResolver,
    WaitingMailsResolver,
  ],
  nodes: clinicInvitationNodes,
  rules: [clinicInvitationRules],
  routes: [...clinicianInvitationRoutes, ...patientInvitationRoutes],
  schemas: clinicInvitationSchemas,
};
