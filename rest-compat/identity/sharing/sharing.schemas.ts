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

/** Schemas of shares and related accounts. */
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
};
