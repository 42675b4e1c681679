import type { JsonSchema } from '../../route';
import { text } from '../../schemas';
import { fieldsFromGraph, fromGraph } from '../../from-graph';
import { describedAs } from '../../sentence';

const granted: JsonSchema = {
  type: 'object',
  description: 'Empty; its presence means that the permission is held.',
};
const permissionSet: JsonSchema = {
  type: 'object',
  description: 'One key for each permission.',
  additionalProperties: false,
  properties: Object.fromEntries(
    ['root', 'custodian', 'view', 'upload', 'note', 'follow'].map((name) => [name, granted]),
  ),
};
const permissionSetRef = { $ref: '#/components/schemas/PermissionSet' };

/** Schemas of shares, related accounts and custodial accounts. */
export const sharingSchemas: Record<string, JsonSchema> = {
  PermissionSet: permissionSet,
  PermissionSets: {
    type: 'object',
    description: 'Sets of permissions by the id of an account.',
    additionalProperties: permissionSetRef,
  },
  RelatedUser: {
    type: 'object',
    required: ['userid', 'emails', 'emailVerified'],
    properties: {
      userid: fromGraph('User.id'),
      username: text('The email address.'),
      emails: { type: 'array', items: { type: 'string' }, description: 'The email address.' },
      emailVerified: { type: 'boolean', description: 'Whether the owner has confirmed the address.' },
      roles: { type: 'array', items: { type: 'string' }, description: describedAs('RelatedUser.roles') },
      termsAccepted: fromGraph('User.termsAcceptedTime'),
      passwordExists: {
        type: 'boolean',
        description: 'Whether the account has a password; for trusted servers.',
      },
      trustorPermissions: permissionSetRef,
      trusteePermissions: permissionSetRef,
      profile: { type: 'object', additionalProperties: true, description: 'The profile.' },
      settings: { type: 'object', additionalProperties: true, description: 'Settings.' },
      preferences: { type: 'object', additionalProperties: true, description: 'Preferences.' },
    },
  },
  PrivateItem: {
    type: 'object',
    required: ['name', 'id', 'hash'],
    properties: {
      ...fieldsFromGraph('PrivateItem', 'name', 'id', 'hash'),
    },
  },
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
    type: 'object',
    required: ['email', 'permissions'],
    properties: {
      email: text('Address of the invited person.'),
      permissions: permissionSetRef,
      nickname: text('What the inviter calls the person.'),
      alertsConfig: {
        type: 'object',
        additionalProperties: true,
        description: 'Initial alert settings of the person.',
      },
    },
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
  NewCustodialAccount: {
    type: 'object',
    properties: {
      username: fromGraph('CreateCustodialAccountInput.username'),
      emails: {
        type: 'array',
        items: { type: 'string' },
        description: 'Email addresses. Only the first one is used. Empty if none is known.',
      },
    },
  },
};
