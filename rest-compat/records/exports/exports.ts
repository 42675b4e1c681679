import { ExportsResolver } from '../../../resolvers/records/exports/exports';
import { RequestedExportsResolver } from '../../../resolvers/records/exports/requested-exports';
import { ExportFormatName } from '../../../resolvers/records/exports/exports.types';
import { GlucoseUnits } from '../../../resolvers/records/data/glucose-units';
import { badInput } from '../../../src/platform/errors';
import type { ExportFormat, ExportOptions } from '../../../src/records/exports/export-options';
import { bulkRoute, type RestRequest, type Route } from '../../route';

const exportFormats = Object.values(ExportFormatName);
const glucoseUnits = Object.values(GlucoseUnits);

const mediaTypes: Record<ExportFormat, string> = {
  json: 'application/json; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
};

const query = {
  format: {
    description: '`xlsx`, also spelled `excel`, by default.',
    schema: { type: 'string', enum: [...exportFormats, 'excel'], default: 'xlsx' },
  },
  bgUnits: {
    description: 'Units of glucose in the file.',
    schema: { type: 'string', enum: [...glucoseUnits], default: 'mmol/L' },
  },
  startDate: { description: 'Only records at this instant or later; RFC 3339 with a zone.' },
  endDate: { description: 'Only records at this instant or earlier; RFC 3339 with a zone.' },
};

/** One of the values of a parameter; the default if it is absent or empty. Throws on other values. */
function readChoice<Value extends string>(
  request: RestRequest,
  parameter: string,
  values: readonly Value[],
  byDefault: Value,
  aliases: Readonly<Record<string, Value>> = {},
): Value {
  const text = request.query.text(parameter);
  if (text === undefined) return byDefault;
  const value = aliases[text] ?? values.find((candidate) => candidate === text);
  if (value !== undefined) return value;
  const detail = `"${text}" is not one of ${values.join(', ')}.`;
  throw badInput(`The query parameter ${parameter} is not valid: ${detail}`, [
    { code: 'value-not-allowed', title: 'value is not one of those allowed', detail, source: { parameter } },
  ]);
}

function readOptions(request: RestRequest): ExportOptions {
  request.query.assertOnce(Object.keys(query));
  return {
    format: readChoice(request, 'format', exportFormats, 'xlsx', { excel: 'xlsx' }),
    glucoseUnits: readChoice(request, 'bgUnits', glucoseUnits, 'mmol/L'),
    from: request.query.instant('startDate'),
    to: request.query.instant('endDate'),
  };
}

const attachment = (name: string, mediaType: string) => ({
  'Content-Type': mediaType,
  'Content-Disposition': `attachment; filename="${name}"`,
  'Cache-Control': 'no-store',
});

/** The formats of a file, for the API reference. */
const described = {
  schema: { type: 'string', format: 'binary' },
  mediaType: mediaTypes.xlsx,
  others: {
    'text/csv': { type: 'string' },
    'application/json': { type: 'array', items: { type: 'object', additionalProperties: true } },
  },
};

/** Exports of records as files. A browser opens the URL directly, with a restricted token. */
export const exportRoutes: Route[] = [
  bulkRoute({
    method: 'GET',
    path: '/export/{userId}',
    tag: 'Export',
    summary: 'The records of an account as a file.',
    query,
    restrictedToken: true,
    restrictedTokenOf: ({ userId = '' }) => `/data/${encodeURIComponent(userId)}`,
    success: {
      status: 200,
      description: 'The file. If it could not be completed, it says so.',
      ...described,
    },
    failures: [400, 401, 403],
    guard: ({ params: { userId } }) => ({ type: 'Mutation', field: 'createExport', args: { userId } }),
    call: async (request) => {
      const options = request.query.together(() => readOptions(request));
      const { file, name } = await ExportsResolver.file(
        request.context,
        { id: request.params.userId ?? '' },
        options,
      );
      return { file, name, mediaType: mediaTypes[options.format] };
    },
    reply: ({ file, name, mediaType }) => ({
      content: file,
      headers: attachment(name, mediaType),
    }),
  }),
  bulkRoute({
    method: 'GET',
    path: '/v1/exports/{exportId}',
    tag: 'Export',
    summary: 'The file of a background export, for the account that requested it.',
    restrictedToken: true,
    success: {
      status: 200,
      description: 'The file.',
      ...described,
    },
    failures: [401, 403, 404, 409],
    guard: ({ params: { exportId } }) => ({
      type: 'Query',
      field: 'requestedExport',
      args: { id: exportId },
    }),
    call: ({ context, params }) => RequestedExportsResolver.file(context, { id: params.exportId ?? '' }),
    reply: ({ content, size, name, format }) => ({
      content,
      headers: { ...attachment(name, mediaTypes[format]), 'Content-Length': size },
    }),
  }),
];
