import { ConsentsResolver } from '../../../resolvers/identity/consents/consents';
import { countingCursor } from '../../../resolvers/list-cursor';
import { isoTime } from '../../../src/platform/clock';
import { badInput } from '../../../src/platform/errors';
import { errorsAt } from '../../errors';
import {
  ConsentRecordDocument,
  ConsentsDocument,
  GrantConsentDocument,
  RevokeConsentDocument,
  UpdateConsentOrganizationsDocument,
  type ConsentRecordFieldsFragment,
  type ConsentsQuery,
} from '../../generated/operations';
import { BodyReader } from '../../json-body';
import type { QueryParameters } from '../../query-parameters';
import { bulkRoute, route, type RestRequest, type Route } from '../../route';
import { ref } from '../../schemas';
import { describedAs, type Sentence } from '../../sentence';
import { newConsent, organizations } from './consent-body';

const tag = 'Consents';
const largestPage = 1_000;
const notValid = 'The consent is not valid.';

const errors = errorsAt({
  '/input/type': '/type',
  '/input/version': '/version',
  '/input/ageGroup': '/ageGroup',
  '/input/ownerName': '/ownerName',
  '/input/parentGuardianName': '/parentGuardianName',
  '/input/grantorType': '/grantorType',
  '/input/organizations': '/metadata/supportedOrganizations',
});

const pageParameters = {
  page: { description: 'Page number, from 0.', schema: { type: 'integer', minimum: 0, default: 0 } },
  size: {
    description: 'Page size.',
    schema: { type: 'integer', minimum: 1, maximum: largestPage, default: 100 },
  },
};
const filterParameters = {
  type: { description: describedAs('Query.consents(type)') },
  version: { description: describedAs('Query.consents(version)'), schema: { type: 'integer' } },
};

const readPage = (query: QueryParameters) => ({
  page: query.integer('page', { minimum: 0 }) ?? 0,
  size: query.integer('size', { minimum: 1, maximum: largestPage }) ?? 100,
});

const readVersion = (query: QueryParameters) =>
  query.integer('version', { minimum: 0, maximum: 2_147_483_647 });

const time = (value: string | number): string => (typeof value === 'number' ? isoTime(value) : value);

/** Consents in the form of clients. */
const consentList = (
  consents: ConsentsQuery['consents'],
  { page, size } = { page: 0, size: largestPage },
) => ({
  body: {
    data: consents
      .slice(page * size, (page + 1) * size)
      .map((consent) => ({ ...consent, contentType: 'markdown' })),
    count: consents.length,
  },
});

type Shown = Omit<ConsentRecordFieldsFragment, `${string}Time` | 'status'> & {
  status: string;
  grantTime: string | number;
  revocationTime?: string | number | null;
  createdTime: string | number;
  modifiedTime: string | number;
};

/** A consent record in the form of clients. */
function recordOnWire(record: Shown) {
  const { parentGuardianName, organizations, grantTime, revocationTime, createdTime, modifiedTime } = record;
  const { id, userId, type, version, ageGroup, ownerName, grantorType } = record;
  return {
    id,
    userId,
    status: record.status.toLowerCase(),
    ageGroup,
    ownerName,
    ...(parentGuardianName != null && { parentGuardianName }),
    grantorType,
    type,
    version,
    ...(organizations != null && { metadata: { supportedOrganizations: organizations } }),
    grantTime: time(grantTime),
    ...(revocationTime != null && { revocationTime: time(revocationTime) }),
    createdTime: time(createdTime),
    modifiedTime: time(modifiedTime),
  };
}

function readStatus(query: QueryParameters): 'active' | 'revoked' | undefined {
  const status = query.text('status');
  if (status === undefined || status === 'active' || status === 'revoked') return status;
  const detail = `"${status}" is neither active nor revoked.`;
  throw badInput(`The query parameter status is not valid: ${detail}`, [
    {
      code: 'value-string-not-one-of',
      title: 'value is not allowed',
      detail,
      source: { parameter: 'status' },
    },
  ]);
}

const texts = (path: string, summary: Sentence, latest: boolean): Route =>
  route({
    method: 'GET',
    path,
    tag,
    summary,
    success: {
      status: 200,
      description: 'The texts; empty for an unknown type.',
      schema: ref('ConsentList'),
    },
    failures: [401],
    errors,
    operation: ConsentsDocument,
    variables: ({ params: { type } }) => ({ type, latest }),
    reply: ({ consents }) => consentList(consents),
  });

const recordRoute = { path: '/v1/users/{userId}/consents/{recordId}', tag, errors } as const;

/** Guard: the rule of a mutation with the account of the path. */
const guardFields =
  (field: string) =>
  ({ params: { userId } }: RestRequest) => ({
    type: 'Mutation',
    field,
    args: { input: { userId } },
  });

/** Consents and who has given them. */
export const consentRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/v1/consents',
    tag,
    summary: 'The consent texts.',
    query: {
      ...filterParameters,
      latest: {
        description: describedAs('Query.consents(latest)'),
        schema: { type: 'boolean', default: false },
      },
      ...pageParameters,
    },
    success: { status: 200, description: 'The texts, by type, newest first.', schema: ref('ConsentList') },
    failures: [400, 401],
    errors,
    guard: () => ({ type: 'Query', field: 'consents' }),
    operation: ConsentsDocument,
    variables: ({ query }) => {
      readPage(query);
      return { type: query.text('type'), version: readVersion(query), latest: query.boolean('latest') };
    },
    reply: ({ consents }, { query }) => consentList(consents, readPage(query)),
  }),
  texts('/v1/consents/{type}', describedAs('Query.consent'), true),
  texts('/v1/consents/{type}/versions', 'All versions of a text, newest first.', false),
  bulkRoute({
    method: 'GET',
    path: '/v1/users/{userId}/consents',
    tag,
    summary: 'The consent records of an account.',
    query: {
      ...filterParameters,
      status: {
        description: describedAs('User.consentRecords(status)'),
        schema: { type: 'string', enum: ['active', 'revoked'] },
      },
      latest: {
        description: describedAs('User.consentRecords(latest)'),
        schema: { type: 'boolean', default: true },
      },
      ...pageParameters,
    },
    success: { status: 200, description: 'The records, by type.', schema: ref('ConsentRecordList') },
    failures: [400, 401, 403],
    errors,
    guard: ({ params: { userId } }) => ({ type: 'User', field: 'consentRecords', parent: { id: userId } }),
    call: ({ params: { userId = '' }, query, context }) => {
      const { page, size } = readPage(query);
      return ConsentsResolver.recordPage(
        context,
        { id: userId },
        {
          first: size,
          after: page === 0 ? undefined : countingCursor(Math.min(page * size, Number.MAX_SAFE_INTEGER)),
          type: query.text('type'),
          version: readVersion(query),
          status: readStatus(query),
          latest: query.boolean('latest') ?? true,
        },
      );
    },
    reply: ({ edges, totalCount }) => ({
      body: { data: edges.map(({ node }) => recordOnWire(node)), count: totalCount },
    }),
  }),
  route({
    method: 'POST',
    path: '/v1/users/{userId}/consents',
    tag,
    summary: 'Grants a consent; an active older version ends.',
    body: { schema: ref('NewConsent'), description: 'The consent, and who signs.' },
    success: { status: 200, description: 'The consent is active.', schema: ref('ConsentRecord') },
    failures: [400, 401, 403, 404, 409],
    errors,
    guard: guardFields('grantConsent'),
    operation: GrantConsentDocument,
    variables: ({ params: { userId = '' }, body }) => ({
      input: { userId, ...newConsent.read(new BodyReader(body, notValid)) },
    }),
    reply: ({ grantConsent }) => ({ body: recordOnWire(grantConsent.record) }),
  }),
  route({
    ...recordRoute,
    method: 'GET',
    summary: 'One consent record.',
    success: { status: 200, description: 'The record.', schema: ref('ConsentRecord') },
    failures: [401, 403, 404],
    operation: ConsentRecordDocument,
    variables: ({ params: { userId = '', recordId = '' } }) => ({ userId, id: recordId }),
    reply: ({ consentRecord }) => ({ body: recordOnWire(consentRecord) }),
  }),
  route({
    ...recordRoute,
    method: 'PATCH',
    summary: 'Changes which organizations a data donation supports; none without metadata.',
    body: { schema: ref('ConsentChanges'), description: 'The organizations.' },
    success: {
      status: 200,
      description: describedAs('ConsentRecordPayload.record'),
      schema: ref('ConsentRecord'),
    },
    failures: [400, 401, 403, 404],
    guard: guardFields('updateConsentOrganizations'),
    operation: UpdateConsentOrganizationsDocument,
    variables: ({ params: { userId = '', recordId = '' }, body }) => ({
      input: {
        userId,
        recordId,
        organizations: organizations.read(new BodyReader(body, notValid), 'metadata'),
      },
    }),
    reply: ({ updateConsentOrganizations }) => ({ body: recordOnWire(updateConsentOrganizations.record) }),
  }),
  route({
    ...recordRoute,
    method: 'DELETE',
    summary: 'Revokes a consent; repeating it changes nothing.',
    success: { status: 204, description: 'The consent is revoked.' },
    failures: [401, 403, 404],
    guard: guardFields('revokeConsent'),
    operation: RevokeConsentDocument,
    variables: ({ params: { userId = '', recordId = '' } }) => ({ input: { userId, recordId } }),
    reply: () => ({}),
  }),
];
