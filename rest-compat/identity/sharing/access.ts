import { notFound } from '../../../src/platform/errors';
import { reasonErrors } from '../../errors';
import {
  PermissionsDocument,
  SetPermissionsDocument,
  SharedByOthersDocument,
  SharedWithDocument,
} from '../../generated/operations';
import { permissionsFromWire, permissionsOnWire } from './permissions-on-wire';
import { route, type RestRequest, type Route } from '../../route';
import { ref } from '../../schemas';

const tag = 'Sharing';
const errors = reasonErrors;
const notAllowed = { status: 401, message: 'Unauthorized' } as const;

const sharesReply = (description: string) => ({ status: 200, description, schema: ref('PermissionSets') });
const permissionsReply = {
  status: 200,
  description: 'All current permissions.',
  schema: ref('PermissionSet'),
};

const readEnds = ({ params: { sharerId = '', userId = '' } }: RestRequest) => ({
  ownerId: sharerId,
  memberId: userId,
});

/** Shares between accounts. */
export const accessRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/access/groups/{userId}',
    tag,
    summary: 'Accounts that share with an account, and their permissions, including the account itself.',
    success: sharesReply('What is allowed, by the id of who allows it.'),
    failures: [401],
    errors,
    refusedWith: notAllowed,
    guard: ({ params: { userId } }) => ({ type: 'User', field: 'sharedByOthers', parent: { id: userId } }),
    operation: SharedByOthersDocument,
    variables: ({ params: { userId = '' } }) => ({ userId }),
    reply({ user }, { params: { userId = '' } }) {
      const shares = user?.id === userId ? user.sharedByOthers : [];
      const sets = shares.map(
        ({ ownerId, permissions }) => [ownerId, permissionsOnWire(permissions)] as const,
      );
      return { body: { ...Object.fromEntries(sets), [userId]: { root: {} } } };
    },
  }),
  route({
    method: 'GET',
    path: '/access/{sharerId}',
    tag,
    summary: 'Accounts that an account shares with, and their permissions, including the account itself.',
    success: sharesReply('What is allowed, by the id of who may do it.'),
    failures: [401],
    errors,
    refusedWith: notAllowed,
    guard: ({ params: { sharerId } }) => ({ type: 'User', field: 'sharedWith', parent: { id: sharerId } }),
    operation: SharedWithDocument,
    variables: ({ params: { sharerId = '' } }) => ({ userId: sharerId }),
    reply({ user }, { params: { sharerId = '' } }) {
      const shares = user?.id === sharerId ? user.sharedWith : [];
      const sets = shares.map(
        ({ memberId, permissions }) => [memberId, permissionsOnWire(permissions)] as const,
      );
      return { body: { ...Object.fromEntries(sets), [sharerId]: { root: {} } } };
    },
  }),
  route({
    method: 'GET',
    path: '/access/{sharerId}/{userId}',
    tag,
    summary: 'An account’s permissions on the data of another.',
    success: permissionsReply,
    failures: [401, 404],
    errors,
    refusedWith: notAllowed,
    operation: PermissionsDocument,
    variables: ({ params: { sharerId = '', userId = '' } }) => ({ owner: sharerId, member: userId }),
    reply({ permissions }) {
      if (permissions.length === 0) throw notFound('The account holds no permissions there.');
      return { body: permissionsOnWire(permissions) };
    },
  }),
  route({
    method: 'POST',
    path: '/access/{sharerId}/{userId}',
    tag,
    summary: 'Replaces an account’s permissions on the data of another. Without a body, the share ends.',
    body: {
      schema: ref('PermissionSet'),
      description: 'The complete set of permissions.',
      optional: true,
    },
    success: permissionsReply,
    failures: [400, 401, 404, 413],
    errors,
    refusedWith: notAllowed,
    guard: (request) => ({
      type: 'Mutation',
      field: 'setPermissions',
      args: { input: { ...readEnds(request), permissions: [] } },
    }),
    // Callers who may only give up a share do not see validation errors of the body.
    guardOfComplaints: (request) => ({
      type: 'Mutation',
      field: 'revokeShare',
      args: { input: readEnds(request) },
    }),
    operation: SetPermissionsDocument,
    variables: (request) => ({
      input: { ...readEnds(request), permissions: permissionsFromWire(request.body) },
    }),
    reply: ({ setPermissions }) => ({ body: permissionsOnWire(setPermissions.permissions) }),
  }),
];
