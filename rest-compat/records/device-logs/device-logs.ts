import { DeviceLogsResolver } from '../../../resolvers/records/device-logs/device-logs';
import { isoTime } from '../../../src/platform/clock';
import {
  assertJsonContent,
  assertOrdered,
  instantHeader,
  readTogether,
  requireMd5,
} from '../../content-headers';
import { dataErrors } from '../../errors';
import { DeviceLogByIdDocument, DeviceLogsOfUserDocument } from '../../generated/operations';
import { idempotencyKey } from '../../idempotency-key';
import { pageParameters, pageVariables } from '../../paging';
import { checkedContentId, checkedUserId } from '../../path-ids';
import type { QueryParameters } from '../../query-parameters';
import { bulkRoute, route, type BodyReaders, type RestRequest, type Route } from '../../route';
import { arrayOf, ref } from '../../schemas';
import { describedAs } from '../../sentence';

const tag = 'Device logs';
const errors = dataErrors;

const startHeader = 'X-Logs-Start-At-Time';
const endHeader = 'X-Logs-End-At-Time';

const instant = { type: 'string', format: 'date-time' };

/** Each bound of the list has two parameter names. */
const limits = {
  startAtTime: {
    description:
      'Only logs that begin at this instant or later; `startAt` is an alias. One of the two is required.',
    schema: instant,
  },
  endAtTime: {
    description: 'Only logs that end before this instant; `endAt` is an alias. One of the two is required.',
    schema: instant,
  },
  startAt: { description: 'Alias of `startAtTime`.', schema: instant },
  endAt: { description: 'Alias of `endAtTime`.', schema: instant },
};

/** A bound of the list under either name; required. */
function readBound(query: QueryParameters, name: string, alias: string): string {
  const given = query.text(name) === undefined ? alias : name;
  const time = query.text(given) === undefined ? query.refuseMissing(name) : query.instant(given);
  // Nothing is asked after a refusal.
  return time === undefined ? '' : isoTime(time);
}

/** Details of an upload. Throws when its headers are invalid. */
const readUpload = (request: RestRequest, readStream: BodyReaders['readStream']) => () => {
  const { digestMD5, startTime, endTime } = readTogether({
    query: () => request.query.assertOnly([]),
    mediaType: () => assertJsonContent(request),
    digestMD5: () => requireMd5(request),
    startTime: () => instantHeader(request, startHeader),
    endTime: () => instantHeader(request, endHeader),
  });
  assertOrdered(startTime, endTime, endHeader);
  return { digestMD5, startTime, endTime, pieces: readStream() };
};

const readLogId = (request: RestRequest): string => checkedContentId(request, 'id');

const readGuard = (request: RestRequest) => ({
  type: 'Query',
  field: 'deviceLog',
  args: { id: readLogId(request) },
});

/** Logs that phones send for support. */
export const deviceLogRoutes: Route[] = [
  bulkRoute({
    method: 'POST',
    path: '/v1/users/{userId}/device_logs',
    tag,
    summary: describedAs('Mutation.createDeviceLog'),
    headers: {
      Digest: {
        description: 'MD5 of the exact body: `MD5=` and 24 characters of base64.',
        required: true,
      },
      [startHeader]: {
        description: describedAs('CreateDeviceLogInput.startAtTime'),
        schema: instant,
        required: true,
      },
      [endHeader]: {
        description: describedAs('CreateDeviceLogInput.endAtTime'),
        schema: instant,
        required: true,
      },
      ...idempotencyKey,
    },
    body: {
      schema: arrayOf(ref('DeviceLogEntry')),
      description: 'The entries, up to 100 MiB together and 1 MiB each.',
      limit: 100 * 1024 * 1024,
    },
    success: { status: 201, description: 'The metadata of the log.', schema: ref('DeviceLogs') },
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
        readUpload(request, readStream),
      ),
    reply: ({ raw }) => ({ body: raw }),
  }),
  route({
    method: 'GET',
    path: '/v1/users/{userId}/device_logs',
    tag,
    summary: 'Lists the device logs of an account within a time range, newest first.',
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
        from: readBound(query, 'startAtTime', 'startAt'),
        to: readBound(query, 'endAtTime', 'endAt'),
        ...pageVariables(query),
      };
    },
    reply: ({ user }) => ({ body: user?.deviceLogs.edges.map(({ node }) => node.raw) ?? [] }),
  }),
  route({
    method: 'GET',
    path: '/v1/device_logs/{id}',
    tag,
    summary: 'The metadata of a device log.',
    success: { status: 200, description: 'The metadata of the log.', schema: ref('DeviceLogs') },
    failures: [400, 401, 403, 404],
    errors,
    guard: readGuard,
    operation: DeviceLogByIdDocument,
    variables: (request) => {
      request.query.assertOnly([]);
      return { id: readLogId(request) };
    },
    reply: ({ deviceLog }) => ({ body: deviceLog.raw }),
  }),
  bulkRoute({
    method: 'GET',
    path: '/v1/device_logs/{id}/content',
    tag,
    summary: 'A device log as it was uploaded, with its MD5 in the header Digest.',
    success: { status: 200, description: 'The log.', schema: arrayOf(ref('DeviceLogEntry')) },
    failures: [400, 401, 404],
    errors,
    refusedWith: { status: 404, message: 'There is no device log with this id.' },
    guard: readGuard,
    call: (request) => {
      request.query.assertOnly([]);
      return DeviceLogsResolver.content(request.context, { logId: readLogId(request) });
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
