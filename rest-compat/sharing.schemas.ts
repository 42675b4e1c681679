import type { JsonSchema } from './route';

const text = (description: string): JsonSchema => ({ type: 'string', description });
const granted: JsonSchema = { type: 'object', description: 'Empty; that it is there is what counts.' };
const permissionSet: JsonSchema = {
  type: 'object',
  description: 'One key for each permission.',
  additionalProperties: false,
  properties: Object.fromEntries(
    ['root', 'custodian', 'view', 'upload', 'note', 'follow'].map((name) => [name, granted]),
  ),
};
const permissionSetRef = { $ref: '#/components/schemas/PermissionSet' };

/** Schemas of shares, of the people around an account, and of custodial accounts. */
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
      userid: text('Id of the account.'),
      username: text('The e-mail address.'),
      emails: { type: 'array', items: { type: 'string' }, description: 'The e-mail address.' },
      emailVerified: { type: 'boolean', description: 'The owner has confirmed the address.' },
      roles: { type: 'array', items: { type: 'string' }, description: 'What the account is for.' },
      termsAccepted: { ...text('When the owner accepted the terms of use.'), format: 'date-time' },
      passwordExists: { type: 'boolean', description: 'The account has a password; for trusted servers.' },
      trustorPermissions: permissionSetRef,
      trusteePermissions: permissionSetRef,
      profile: { type: 'object', additionalProperties: true, description: 'Who this is.' },
      settings: { type: 'object', additionalProperties: true, description: 'Settings.' },
      preferences: { type: 'object', additionalProperties: true, description: 'Preferences.' },
    },
  },
  PrivateItem: {
    type: 'object',
    required: ['name', 'id', 'hash'],
    properties: {
      name: text('A name; empty unless a server has given one.'),
      id: text('Ten hexadecimal characters.'),
      hash: text('24 hexadecimal characters.'),
    },
  },
  ConfirmationKey: {
    type: 'object',
    required: ['key'],
    properties: { key: text('The key from the link of the mail.') },
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
        description: 'The alerts that the person gets to begin with.',
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
      email: text('Address that it went to; empty for a clinic.'),
      creatorId: text('Account of who asks; empty for who asks for themselves.'),
      creator: {
        type: 'object',
        additionalProperties: true,
        description: 'Who asks: `userid`, and `profile` as it is now.',
      },
      clinicId: text('The clinic that it is about.'),
      context: {
        type: 'object',
        nullable: true,
        additionalProperties: true,
        description: 'What it is about, such as permissions.',
      },
      created: { ...text('When it was made, or sent again.'), format: 'date-time' },
      modified: { ...text('When it changed last.'), format: 'date-time' },
      expiresAt: { ...text('When it is too late.'), format: 'date-time' },
      restrictions: { type: 'object', nullable: true, description: 'What keeps from accepting.' },
    },
  },
  Claim: {
    type: 'object',
    properties: {
      password: text('The first password, 8 to 72 characters without blanks.'),
      birthday: { type: 'string', format: 'date', description: 'The birthday that stands in the profile.' },
    },
  },
  PasswordReset: {
    type: 'object',
    required: ['key', 'email', 'password'],
    properties: {
      key: text('The key from the link of the mail.'),
      email: text('Address that the mail went to.'),
      password: text('The new password, 8 to 72 characters without blanks.'),
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
      username: text('The same as the first e-mail address.'),
      emails: {
        type: 'array',
        items: { type: 'string' },
        description: 'E-mail addresses; the first one counts. None when no address is known.',
      },
    },
  },
};
