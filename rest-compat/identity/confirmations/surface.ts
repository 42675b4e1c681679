import {
  ConfirmationsResolver,
  SignupConfirmationResolver,
} from '../../../resolvers/identity/confirmations/confirmations';
import { InvitationSubscriptionsResolver } from '../../../resolvers/identity/confirmations/invitation-subscriptions';
import {
  AcceptInvitationEdges,
  InvitationResolver,
  InvitationsResolver,
} from '../../../resolvers/identity/confirmations/invitations';
import { PasswordResetResolver } from '../../../resolvers/identity/confirmations/password-reset';
import { confirmationNodes } from '../../../resolvers/identity/confirmations/nodes';
import { confirmationRules } from '../../../src/graph/permissions/identity/confirmations';
import { confirmationRoutes } from './confirmations';
import { confirmationSchemas } from './confirmations.schemas';
import { invitationRoutes } from './invitations';
import { passwordResetRoutes } from './password-reset';
import type { Surface } from '../../surface';

/** Requests by mail: to confirm an address, to accept an invitation, to set a password. */
export const confirmationsSurface: Surface = {
  name: 'confirmations',
  resolvers: [
    ConfirmationsResolver,
    SignupConfirmationResolver,
    InvitationsResolver,
    InvitationResolver,
    AcceptInvitationEdges,
    InvitationSubscriptionsResolver,
    PasswordResetResolver,
  ],
  nodes: confirmationNodes,
  rules: [confirmationRules],
  routes: [...confirmationRoutes, ...invitationRoutes, ...passwordResetRoutes],
  schemas: confirmationSchemas,
};
