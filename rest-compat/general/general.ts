import { ServerTimeDocument, ServiceInfoDocument } from '../generated/operations';
import { route, type Route } from '../route';
import { ref } from '../schemas';

const tag = 'General';

/** Information that clients need before log-in. */
export const generalRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/info',
    tag,
    summary: 'Where to log in, and the oldest supported client versions.',
    success: { status: 200, description: 'Information for clients.', schema: ref('Info') },
    failures: [],
    operation: ServiceInfoDocument,
    variables: () => ({}),
    reply: ({ serviceInfo }) => ({ body: serviceInfo }),
  }),
  route({
    method: 'GET',
    path: '/v1/time',
    tag,
    success: { status: 200, description: 'The time.', schema: ref('ServerTime') },
    failures: [],
    operation: ServerTimeDocument,
    variables: () => ({}),
    reply: ({ serverTime }) => ({ body: { data: { time: serverTime } } }),
  }),
];
