import { badInput, notFound } from '../../../src/platform/errors';
import { reasonErrors } from '../../errors';
import {
  MigratableSummariesDocument,
  OutdatedSummariesDocument,
  RecomputeSummaryDocument,
  SummaryDocument,
} from '../../generated/operations';
import { checkedUserId } from '../../path-ids';
import { route, type RestRequest, type Route } from '../../route';
import { arrayOf, ref } from '../../schemas';
import { summaryOnWire } from './summary-on-wire';

const tag = 'Summaries';
const path = '/v1/summaries/{summaryType}/{userId}';
const errors = reasonErrors;

const types = { cgm: 'CGM', bgm: 'BGM', con: 'CON', continuous: 'CON' } as const;

/** The type in the path. Throws when it is unknown, unless there is no caller, who has to log in first. */
function readType({ params: { summaryType = '' }, context }: RestRequest) {
  if (Object.hasOwn(types, summaryType)) return types[summaryType as keyof typeof types];
  if (context.caller.kind === 'anonymous') return types.cgm;
  const detail = `"${summaryType}" is none of cgm, bgm and con.`;
  throw badInput(detail, [
    {
      code: 'value-not-allowed',
      title: 'value is not one of the allowed values',
      detail,
      source: { parameter: 'summaryType' },
    },
  ]);
}

const readKey = (request: RestRequest) => ({ userId: checkedUserId(request), type: readType(request) });

const sizes = {
  size: {
    description: 'Maximum number of accounts.',
    schema: { type: 'integer', minimum: 1, maximum: 1000, default: 100 },
  },
  page: { description: 'Ignored: accounts that were processed are not listed again.' },
};

const readList = (request: RestRequest) => ({
  type: readType(request),
  first: request.query.integer('size', { minimum: 1, maximum: 1000 }) ?? 100,
});

/** Replaces absent times. */
const noTime = '0001-01-01T00:00:00Z';

/** Glucose statistics. The lists come first, because their paths look like those of accounts. */
export const summaryRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/v1/summaries/outdated/{summaryType}',
    tag,
    summary: 'Accounts with outdated summaries, longest-waiting first; for trusted servers.',
    query: sizes,
    success: { status: 200, description: 'The accounts.', schema: ref('OutdatedSummaries') },
    failures: [400, 401, 403],
    errors,
    guard: () => ({ type: 'Query', field: 'outdatedSummaries' }),
    operation: OutdatedSummariesDocument,
    variables: readList,
    reply: ({ outdatedSummaries: { userIds, start, end } }) => ({
      body: { userIds, start: start ?? noTime, end: end ?? noTime },
    }),
  }),
  route({
    method: 'GET',
    path: '/v1/summaries/migratable/{summaryType}',
    tag,
    summary: 'Accounts with summaries from an older schema version; for trusted servers.',
    query: sizes,
    success: {
      status: 200,
      description: 'Ids of the accounts, least recently calculated first.',
      schema: arrayOf({ type: 'string' }),
    },
    failures: [400, 401, 403],
    errors,
    guard: () => ({ type: 'Query', field: 'migratableSummaries' }),
    operation: MigratableSummariesDocument,
    variables: readList,
    reply: ({ migratableSummaries }) => ({ body: migratableSummaries }),
  }),
  route({
    method: 'GET',
    path,
    tag,
    summary:
      'Statistics of the glucose records of an account: `cgm` for sensors, `bgm` for meters, `con` for how soon records arrive.',
    success: { status: 200, description: 'The summary.', schema: ref('Summary') },
    failures: [400, 401, 403, 404],
    errors,
    operation: SummaryDocument,
    variables: readKey,
    reply({ summary }) {
      if (!summary) throw notFound('There is no summary: no record counts.');
      return { body: summaryOnWire(summary) };
    },
  }),
  route({
    method: 'POST',
    path,
    tag,
    summary: 'Updates a summary at once; the body is optional.',
    success: {
      status: 200,
      description: 'The summary; null if no record counts.',
      schema: ref('SummaryOrNull'),
    },
    failures: [400, 401, 403],
    errors,
    operation: RecomputeSummaryDocument,
    variables: (request) => ({ input: readKey(request) }),
    reply: ({ recomputeSummary: { summary } }) => ({ body: summary ? summaryOnWire(summary) : null }),
  }),
];
