import { ServerTimeDocument, ServiceInfoDocument } from './generated/operations';
import { route, type Route } from './route';
import { ref } from './schemas';

const tag = 'General';

/** What clients need before anybody logs in. */
export const generalRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/info',
    tag,
    summary: 'Where to log in, and the oldest client versions that still work.',
    success: { status: 200, description: 'What clients need to know.', schema: ref('Info') },
    failures: [],
    operation: ServiceInfoDocument,
    variables: () => ({}),
    reply: ({ serviceInfo }) => ({ body: serviceInfo }),
  }),
  route({
    method: 'GET',
    path: '/v1/time',
    tag,
    summary: 'The time by the clock of the service.',
    success: { status: 200, description: 'The time.', schema: ref('ServerTime') },
    failures: [],
    operation: ServerTimeDocument,
    variables: () => ({}),
    reply: ({ serverTime }) => ({ body: { data: { time: serverTime } } }),
  }),
];
