import { accountOnWire } from './account-on-wire';
import { reasonErrors } from './errors';
import { CreateCustodialAccountDocument } from './generated/operations';
import { BodyReader } from './json-body';
import { route, type Route } from './route';
import { ref } from './schemas';

const invalidDetails = 'Invalid user details were given';

/** Accounts that are opened for somebody else. */
export const custodialAccountRoutes: Route[] = [
  route({
    method: 'POST',
    path: '/auth/user/{custodianId}/user',
    tag: 'Accounts',
    summary: 'Opens an account for somebody else, which the custodian manages until its owner takes it over.',
    body: { schema: ref('NewCustodialAccount'), description: 'The address, if there is one.' },
    success: { status: 201, description: 'The account.', schema: ref('User') },
    failures: [400, 401, 409, 413],
    errors: reasonErrors,
    refusedWith: {
      status: 401,
      message: 'Not authorized for requested operation',
      instead: ['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND'],
    },
    guard: ({ params: { custodianId } }) => ({
      type: 'Mutation',
      field: 'createCustodialAccount',
      args: { input: { custodianId } },
    }),
    operation: CreateCustodialAccountDocument,
    variables({ params: { custodianId = '' }, body, context }) {
      const fields = new BodyReader(body, invalidDetails);
      const input = {
        custodianId,
        username: fields.optional('username', 'string'),
        emails: fields.optional('emails', 'strings'),
      };
      return { input, forServer: context.caller.kind === 'server' };
    },
    reply: ({ createCustodialAccount }) => ({ body: accountOnWire(createCustodialAccount.user) }),
  }),
];
