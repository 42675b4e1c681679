import { invalidDetails, newCustodialAccount } from './account-bodies';
import { accountOnWire } from './account-on-wire';
import { reasonErrors } from '../../errors';
import { CreateCustodialAccountDocument, CreateUnmanagedAccountDocument } from '../../generated/operations';
import { BodyReader } from '../../json-body';
import { route, type RestRequest, type Route } from '../../route';
import { ref } from '../../schemas';

const refusedWith = {
  status: 401,
  message: 'Not authorized for requested operation',
  instead: ['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND'],
} as const;

const body = {
  schema: ref('NewCustodialAccount'),
  description: 'The email address, if there is one.',
  refusal: invalidDetails,
};

/** The details of the person, possibly none. */
const readKnown = ({ body }: RestRequest) => newCustodialAccount.read(new BodyReader(body, invalidDetails));

/** Accounts created for other people. */
export const custodialAccountRoutes: Route[] = [
  route({
    method: 'POST',
    path: '/auth/user/{custodianId}/user',
    tag: 'Accounts',
    summary: 'Creates an account for somebody else. The custodian manages it until its owner claims it.',
    body,
    success: { status: 201, description: 'The account.', schema: ref('User') },
    failures: [400, 401, 409, 413],
    errors: reasonErrors,
    refusedWith,
    guard: ({ params: { custodianId } }) => ({
      type: 'Mutation',
      field: 'createCustodialAccount',
      args: { input: { custodianId } },
    }),
    operation: CreateCustodialAccountDocument,
    variables(request) {
      const { params, context } = request;
      const input = { custodianId: params.custodianId ?? '', ...readKnown(request) };
      return { input, forServer: context.caller.kind === 'server' };
    },
    reply: ({ createCustodialAccount }) => ({ body: accountOnWire(createCustodialAccount.user) }),
  }),
  route({
    method: 'POST',
    path: '/v1/clinics/{clinicId}/users',
    tag: 'Accounts',
    summary:
      'Creates an account for a patient without a custodian, for trusted servers, which add it to a clinic.',
    body,
    success: { status: 201, description: 'The account.', schema: ref('User') },
    failures: [400, 401, 409, 413],
    errors: reasonErrors,
    refusedWith,
    guard: () => ({ type: 'Mutation', field: 'createUnmanagedAccount' }),
    operation: CreateUnmanagedAccountDocument,
    variables: (request) => ({ input: readKnown(request), forServer: true }),
    reply: ({ createUnmanagedAccount }) => ({ body: accountOnWire(createUnmanagedAccount.user) }),
  }),
];
