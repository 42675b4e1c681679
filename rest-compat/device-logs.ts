import { DeviceLogsResolver } from '../resolvers/device-logs';
import { isoTime } from '../src/clock';
import { badInput } from '../src/errors';
import { assertJsonContent, assertOrdered, instantHeader, requiredDigestOf } from './content-headers';
import { dataErrors } from './errors';
import { DeviceLogByIdDocument, DeviceLogsOfUserDocument } from './generated/operations';
import { idempotencyKey } from './idempotency-key';
import { pageParameters, pageVariables } from './paging';
import { checkedContentId, checkedUserId } from './path-ids';
import type { QueryParameters } from './query-parameters';
import { bulkRoute, route, type BodyReaders, type RestRequest, type Route } from './route';
import { arrayOf, ref } from './schemas';

const tag = 'Device logs';
const errors = dataErrors;

const startHeader = 'X-Logs-Start-At-Time';
const endHeader = 'X-Logs-End-At-Time';

const instant = { type: 'string', format: 'date-time' };

/** Each limit of the list has two names. */
const limits = {
  startAtTime: {
    description: 'Only logs that begin then or later; `startAt` means the same. One of both is required.',
    schema: instant,
  },
  endAtTime: {
    description: 'Only logs that end before; `endAt` means the same. One of both is required.',
    schema: instant,
  },
  startAt: { description: 'Another name of `startAtTime`.', schema: instant },
  endAt: { description: 'Another name of `endAtTime`.', schema: instant },
};

/** A limit of the list under one of its names. Throws when it is missing. */
function limitOf(query: QueryParameters, name: string, alias: string): string {
  const time = query.instant(name) ?? query.instant(alias);
  if (time !== undefined) return isoTime(time);
  const detail = `The query parameter ${name} is required.`;
  throw badInput(detail, [
    { code: 'parameter-missing', title: 'parameter is missing', detail, source: { parameter: name } },
  ]);
}

/** What is sent. Throws when its headers are not valid. */
const uploadOf = (request: RestRequest, readStream: BodyReaders['readStream']) => () => {
  request.query.assertOnly([]);
  assertJsonContent(request);
  const digestMD5 = requiredDigestOf(request);
  const startTime = instantHeader(request, startHeader);
  const endTime = instantHeader(request, endHeader);
  assertOrdered(startTime, endTime, endHeader);
  return { digestMD5, startTime, endTime, pieces: readStream() };
};

const logIdOf = (request: RestRequest): string => checkedContentId(request, 'id');

const readGuard = (request: RestRequest) => ({
  type: 'Query',
  field: 'deviceLog',
  args: { id: logIdOf(request) },
});

/** Logs that phones send for support. */
export const deviceLogRoutes: Route[] = [
  bulkRoute({
    method: 'POST',
    path: '/v1/users/{userId}/device_logs',
    tag,
    summary: 'Takes in a device log: all of its entries, or nothing.',
    headers: {
      Digest: {
        description: 'MD5 of the body, byte for byte: `MD5=` and 24 characters of base64.',
        required: true,
      },
      [startHeader]: { description: 'The log begins here.', schema: instant, required: true },
      [endHeader]: { description: 'The log ends here.', schema: instant, required: true },
      ...idempotencyKey,
    },
    body: {
      schema: arrayOf(ref('DeviceLogEntry')),
      description: 'The entries, up to 100 MiB together and 1 MiB each.',
      limit: 100 * 1024 * 1024,
    },
    success: { status: 201, description: 'What is known of the log.', schema: ref('DeviceLogs') },
    failures: [400, 401, 403, 404, 413, 422],
    errors,
    guard: (request) => ({
      type: 'Mutation',
      field: 'createDeviceLog',
      args: { userId: checkedUserId(request) },
    }),
    call: (request, _readBody, readStream) =>
      DeviceLogsResolver.createFromBytes(
        request.context,
        { userId: checkedUserId(request) },
        uploadOf(request, readStream),
      ),
    reply: ({ raw }) => ({ body: raw }),
  }),
  route({
    method: 'GET',
    path: '/v1/users/{userId}/device_logs',
    tag,
    summary: 'Lists the device logs of an account that lie within a time, newest first.',
    query: { ...limits, ...pageParameters },
    success: { status: 200, description: 'The logs.', schema: arrayOf(ref('DeviceLogs')) },
    failures: [400, 401, 403],
    errors,
    guard: (request) => ({ type: 'User', field: 'deviceLogs', parent: { id: checkedUserId(request) } }),
    operation: DeviceLogsOfUserDocument,
    variables: ({ params, query }) => {
      query.assertOnly([...Object.keys(limits), ...Object.keys(pageParameters)]);
      return {
        userId: params.userId ?? '',
        from: limitOf(query, 'startAtTime', 'startAt'),
        to: limitOf(query, 'endAtTime', 'endAt'),
        ...pageVariables(query),
      };
    },
    reply: ({ user }) => ({ body: user?.deviceLogs.edges.map(({ node }) => node.raw) ?? [] }),
  }),
  route({
    method: 'GET',
    path: '/v1/device_logs/{id}',
    tag,
    summary: 'What is known of a device log.',
    success: { status: 200, description: 'What is known of the log.', schema: ref('DeviceLogs') },
    failures: [400, 401, 403, 404],
    errors,
    guard: readGuard,
    operation: DeviceLogByIdDocument,
    variables: (request) => {
      request.query.assertOnly([]);
      return { id: logIdOf(request) };
    },
    reply: ({ deviceLog }) => ({ body: deviceLog.raw }),
  }),
  bulkRoute({
    method: 'GET',
    path: '/v1/device_logs/{id}/content',
    tag,
    summary: 'A device log as it was sent, with its MD5 in the header Digest.',
    success: { status: 200, description: 'The log.', schema: arrayOf(ref('DeviceLogEntry')) },
    failures: [400, 401, 404],
    errors,
    refusedWith: { status: 404, message: 'There is no device log with this id.' },
    guard: readGuard,
    call: (request) => {
      request.query.assertOnly([]);
      return DeviceLogsResolver.content(request.context, { logId: logIdOf(request) });
    },
    reply: ({ content, size, digestMD5, log }) => ({
      content,
      headers: {
        'Content-Length': size,
        'Content-Type': log.mediaType,
        Digest: `MD5=${digestMD5}`,
        'Start-At': isoTime(log.startAtTime),
        'End-At': isoTime(log.endAtTime),
      },
    }),
  }),
];
