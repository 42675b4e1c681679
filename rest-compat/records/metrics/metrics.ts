import type { MetricsKind } from '../../../src/records/metrics/metrics-event.entity';
import { RecordMetricsEventDocument } from '../../generated/operations';
import type { QueryParameters } from '../../query-parameters';
import { route, type RestRequest, type Route } from '../../route';

const largestAddress = 8 * 1024;

/** Every query parameter; a list for repeated ones. */
function readAttributes(query: QueryParameters): Record<string, string | string[]> {
  return Object.fromEntries(
    query.names.map((name) => {
      const values = query.all(name);
      return [name, values.length > 1 ? values : (values[0] ?? '')];
    }),
  );
}

interface Row {
  path: string;
  summary: string;
  kind: MetricsKind;
  /** The kind of event in the graph. */
  spelled: 'USER' | 'THIS_USER' | 'SERVER';
  subjectOf: (request: RestRequest) => string | undefined;
}

const report = ({ path, summary, kind, spelled, subjectOf }: Row): Route =>
  route({
    method: 'GET',
    path,
    tag: 'Metrics',
    summary,
    largestAddress,
    success: { status: 200, description: 'The event is accepted, with all query parameters.' },
    failures: [400, 401, 414],
    guard: () => ({ type: 'Mutation', field: 'recordMetricsEvent', args: { input: { kind } } }),
    operation: RecordMetricsEventDocument,
    variables: (request) => ({
      input: {
        kind: spelled,
        subject: subjectOf(request),
        eventName: request.params.eventName ?? '',
        attributes: readAttributes(request.query),
      },
    }),
    reply: () => ({}),
  });

/** Usage metrics reported by clients. The name of an event is the rest of the path, including slashes. */
export const metricsRoutes: Route[] = [
  report({
    path: '/metrics/user/{userId}/{eventName+}',
    summary: 'Reports an event about an account, with or without a token.',
    kind: 'user',
    spelled: 'USER',
    subjectOf: ({ params }) => params.userId,
  }),
  report({
    path: '/metrics/thisuser/{eventName+}',
    summary: 'Reports an event about the account of the caller.',
    kind: 'thisuser',
    spelled: 'THIS_USER',
    subjectOf: () => undefined,
  }),
  report({
    path: '/metrics/server/{serverName}/{eventName+}',
    summary: 'Reports an event of a trusted server.',
    kind: 'server',
    spelled: 'SERVER',
    subjectOf: ({ params }) => params.serverName,
  }),
];
