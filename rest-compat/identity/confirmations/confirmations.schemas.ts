import { fieldsFromGraph, fromGraph } from '../../from-graph';
import type { JsonSchema } from '../../route';
import { ref, text } from '../../schemas';
import { newInvitation } from './invitation-body';

/** Schemas of confirmations by mail. */
export const confirmationSchemas: Record<string, JsonSchema> = {
  ConfirmationKey: {
    type: 'object',
    required: ['key'],
    properties: { key: fromGraph('ResetPasswordInput.key') },
  },
  SignupRequest: {
    type: 'object',
    properties: {
      clinicId: text('The clinic that has opened the account.'),
      invitedBy: text('The account of the person who has opened it for the clinic.'),
    },
  },
  NewInvitation: {
    ...newInvitation.schema,
    properties: { ...newInvitation.properties, permissions: ref('PermissionSet') },
  },
  Confirmation: {
    type: 'object',
    required: ['type', 'status', 'email', 'creatorId', 'creator', 'context', 'created', 'modified'],
    properties: {
      key: text('The key; that of a sign-up is shown to trusted servers only.'),
      type: { type: 'string', enum: ['careteam_invitation', 'clinician_invitation', 'signup_confirmation'] },
      status: { type: 'string', enum: ['pending', 'completed', 'canceled', 'declined'] },
      email: fromGraph('Invitation.email'),
      creatorId: text('Account of who asks; empty for who asks for themselves.'),
      creator: {
        type: 'object',
        additionalProperties: true,
        description: 'The creator: `userid`, and the current `profile`.',
      },
      clinicId: text('The clinic that it is about.'),
      context: {
        type: 'object',
        nullable: true,
        additionalProperties: true,
        description: 'Context, such as permissions.',
      },
      created: { ...text('When it was made, or sent again.'), format: 'date-time' },
      modified: fromGraph('Invitation.modifiedTime'),
      expiresAt: { ...text('When it is too late.'), format: 'date-time' },
      restrictions: { type: 'object', nullable: true, description: 'Requirements for accepting.' },
    },
  },
  Claim: {
    type: 'object',
    properties: {
      password: text('The first password, 8 to 72 characters without blanks.'),
      birthday: { type: 'string', format: 'date', description: 'The birthday in the profile.' },
    },
  },
  PasswordReset: {
    type: 'object',
    required: ['key', 'email', 'password'],
    properties: {
      ...fieldsFromGraph('ResetPasswordInput', 'key', 'email', 'password'),
    },
  },
  PasswordResetDone: {
    type: 'object',
    required: ['code', 'reason', 'message'],
    properties: {
      code: { type: 'integer', enum: [200] },
      reason: text('A sentence for people.'),
      message: text('The same.'),
    },
  },
};
