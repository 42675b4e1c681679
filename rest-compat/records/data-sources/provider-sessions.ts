import {
  ProviderSessionsResolver,
  type SessionWithToken,
} from '../../../resolvers/records/data-sources/provider-sessions';
import { isoTime } from '../../../src/platform/clock';
import { dataErrors } from '../../errors';
import { DeleteProviderSessionDocument, DeleteProviderSessionsDocument } from '../../generated/operations';
import { BodyReader, isJsonBody } from '../../json-body';
import { pageParameters, pageVariables } from '../../paging';
import { bulkRoute, route, type RestRequest, type Route } from '../../route';
import { arrayOf, ref } from '../../schemas';
import { describedAs } from '../../sentence';

const tag = 'Provider sessions';
const errors = dataErrors;
const failures = [400, 401, 403] as const;

/** Older servers prefix these routes with `/auth`. */
const bothPlaces = (path: string): string[] => [`/v1${path}`, `/auth/v1${path}`];

const filterParameters = {
  type: {
    description: describedAs('ProviderSessionFilter.type'),
    schema: { type: 'string', enum: ['oauth'] },
  },
  name: { description: describedAs('ProviderSessionFilter.name') },
  externalId: { description: describedAs('ProviderSessionFilter.externalId') },
};
const userParameter = { userId: { description: describedAs('ProviderSessionFilter.userId') } };

/** Provider tokens are only for trusted servers, and bypass the graph; see the resolver. */
function sessionOnWire({ session, token }: SessionWithToken) {
  const { id, userId, type, name, externalId, createdTime, modifiedTime } = session;
  return {
    id,
    userId,
    type,
    name,
    ...(externalId !== null && { externalId }),
    ...(token && { oauthToken: token }),
    createdTime: isoTime(createdTime),
    ...(modifiedTime !== null && { modifiedTime: isoTime(modifiedTime) }),
  };
}

const oneSession = { status: 200, description: 'The session.', schema: ref('ProviderSession') };
const sessions = { status: 200, description: 'The sessions.', schema: arrayOf(ref('ProviderSession')) };

const query = (field: string) => () => ({ type: 'Query', field });
const mutation = (field: string) => () => ({ type: 'Mutation', field });

const readSessionId = ({ params }: RestRequest): string => params.sessionId ?? '';

/** The account whose sessions are requested: from the path, or from the query. */
function readFilter({ params, query: sent }: RestRequest) {
  return {
    userId: params.userId ?? sent.nonEmptyText('userId'),
    externalId: sent.nonEmptyText('externalId'),
    type: sent.word('type', ['oauth']),
    name: sent.nonEmptyText('name'),
  };
}

const knownParameters = ({ params }: RestRequest): string[] =>
  Object.keys({ ...filterParameters, ...(params.userId === undefined && userParameter) });

function listSessions(request: RestRequest): Promise<SessionWithToken[]> {
  request.query.assertOnly([...knownParameters(request), ...Object.keys(pageParameters)]);
  return ProviderSessionsResolver.listWithTokens(
    request.context,
    readFilter(request),
    pageVariables(request.query),
  );
}

function readDeletion(request: RestRequest) {
  request.query.assertOnly(knownParameters(request));
  const { type, ...filter } = readFilter(request);
  return { input: { filter: { ...filter, type: type && ('OAUTH' as const) } } };
}

/** For the collection of all accounts, the body names the account of the session. */
function splitBody(body: unknown): { userId: string; session: unknown } {
  const userId = new BodyReader(body, 'The provider session is not valid.').required('userId', 'string');
  const { userId: _owner, ...session } = isJsonBody(body) ? body : {};
  return { userId, session };
}

/** Sessions at data providers on behalf of accounts, for trusted servers. */
export const providerSessionRoutes: Route[] = [
  bulkRoute({
    method: 'GET',
    path: bothPlaces('/users/{userId}/provider_sessions'),
    tag,
    summary: 'Lists the provider sessions of an account, newest first, for trusted servers.',
    query: { ...pageParameters, ...filterParameters },
    success: sessions,
    failures,
    errors,
    guard: query('providerSessions'),
    call: listSessions,
    reply: (found) => ({ body: found.map(sessionOnWire) }),
  }),
  bulkRoute({
    method: 'POST',
    path: bothPlaces('/users/{userId}/provider_sessions'),
    tag,
    summary: 'Creates a provider session and links a data source to it, for trusted servers.',
    query: {},
    body: { schema: ref('NewProviderSession'), description: 'The session.' },
    success: { ...oneSession, status: 201 },
    failures: [...failures, 404, 409, 413],
    errors,
    guard: mutation('createProviderSession'),
    async call({ context, params: { userId = '' }, query: sent }, readBody) {
      sent.assertOnly([]);
      return ProviderSessionsResolver.createWithToken(context, userId, await readBody());
    },
    reply: (session) => ({ body: sessionOnWire(session) }),
  }),
  route({
    method: 'DELETE',
    path: bothPlaces('/users/{userId}/provider_sessions'),
    tag,
    summary: 'Ends the provider sessions of an account and disconnects their data sources.',
    query: filterParameters,
    success: { status: 204, description: 'The sessions have ended.' },
    failures,
    errors,
    guard: mutation('deleteProviderSessions'),
    operation: DeleteProviderSessionsDocument,
    variables: readDeletion,
    reply: () => ({}),
  }),
  bulkRoute({
    method: 'GET',
    path: bothPlaces('/provider_sessions'),
    tag,
    summary: 'Lists the provider sessions of an account or of an external id, newest first.',
    query: { ...pageParameters, ...userParameter, ...filterParameters },
    success: sessions,
    failures,
    errors,
    guard: query('providerSessions'),
    call: listSessions,
    reply: (found) => ({ body: found.map(sessionOnWire) }),
  }),
  bulkRoute({
    method: 'POST',
    path: bothPlaces('/provider_sessions'),
    tag,
    summary: 'Creates a provider session for the account in the body, for trusted servers.',
    query: {},
    body: {
      schema: {
        allOf: [
          ref('NewProviderSession'),
          { type: 'object', required: ['userId'], properties: { userId: { type: 'string' } } },
        ],
      },
      description: 'The session and its account.',
    },
    success: { ...oneSession, status: 201 },
    failures: [...failures, 404, 409, 413],
    errors,
    guard: mutation('createProviderSession'),
    async call({ context, query: sent }, readBody) {
      sent.assertOnly([]);
      const { userId, session } = splitBody(await readBody());
      return ProviderSessionsResolver.createWithToken(context, userId, session);
    },
    reply: (session) => ({ body: sessionOnWire(session) }),
  }),
  route({
    method: 'DELETE',
    path: bothPlaces('/provider_sessions'),
    tag,
    summary: 'Ends the provider sessions of an account or of an external id.',
    query: { ...userParameter, ...filterParameters },
    success: { status: 204, description: 'The sessions have ended.' },
    failures,
    errors,
    guard: mutation('deleteProviderSessions'),
    operation: DeleteProviderSessionsDocument,
    variables: readDeletion,
    reply: () => ({}),
  }),
  bulkRoute({
    method: 'GET',
    path: bothPlaces('/provider_sessions/{sessionId}'),
    tag,
    summary: 'A provider session with its token, for trusted servers.',
    query: {},
    success: oneSession,
    failures: [...failures, 404],
    errors,
    guard: query('providerSession'),
    call(request) {
      request.query.assertOnly([]);
      return ProviderSessionsResolver.findWithToken(request.context, readSessionId(request));
    },
    reply: (session) => ({ body: sessionOnWire(session) }),
  }),
  bulkRoute({
    method: 'PUT',
    path: bothPlaces('/provider_sessions/{sessionId}'),
    tag,
    summary: 'Replaces token and external id of a provider session. Absent fields are removed.',
    query: {},
    body: { schema: ref('ProviderSessionReplacement'), description: 'The new content of the session.' },
    success: oneSession,
    failures: [...failures, 404, 409, 413],
    errors,
    guard: mutation('updateProviderSession'),
    async call(request, readBody) {
      request.query.assertOnly([]);
      await ProviderSessionsResolver.findWithToken(request.context, readSessionId(request));
      const body = await readBody();
      return ProviderSessionsResolver.replaceWithToken(request.context, readSessionId(request), body);
    },
    reply: (session) => ({ body: sessionOnWire(session) }),
  }),
  route({
    method: 'DELETE',
    path: bothPlaces('/provider_sessions/{sessionId}'),
    tag,
    summary: 'Ends a provider session, if it exists.',
    query: {},
    success: { status: 200, description: 'The session has ended.' },
    failures,
    errors,
    guard: mutation('deleteProviderSession'),
    operation: DeleteProviderSessionDocument,
    variables: (request) => {
      request.query.assertOnly([]);
      return { input: { id: readSessionId(request) } };
    },
    reply: () => ({}),
  }),
];
