import { Readable } from 'node:stream';
import { GlucoseUnits } from '../../../resolvers/records/data/glucose-units';
import { GlucoseProfileResolver } from '../../../resolvers/care/summaries/glucose-profile';
import { reasonErrors } from '../../errors';
import { checkedUserId } from '../../path-ids';
import { bulkRoute, type Route } from '../../route';

const units = Object.values(GlucoseUnits);

/** Browsers show the image as a page; it must not load or run anything. */
const policy = "default-src 'none'; style-src 'unsafe-inline'";

/** Glucose profiles as images. */
export const glucoseProfileRoutes: Route[] = [
  bulkRoute({
    method: 'GET',
    path: '/v1/users/{userId}/glucose_profile',
    tag: 'Summaries',
    summary: 'The ambulatory glucose profile of an account as an SVG image.',
    query: {
      days: {
        description: 'Number of calendar days, ending with the day of the newest reading.',
        schema: { type: 'integer', minimum: 1, maximum: 90, default: 14 },
      },
      timezone: {
        description: 'Time zone of the profile; defaults to that of the newest reading that has one, or UTC.',
      },
      bgUnits: {
        description: 'Units of glucose.',
        schema: { type: 'string', enum: units, default: 'mmol/L' },
      },
    },
    success: {
      status: 200,
      description: 'The image.',
      schema: { type: 'string' },
      mediaType: 'image/svg+xml',
    },
    failures: [400, 401, 403],
    errors: reasonErrors,
    guard: (request) => ({ type: 'User', field: 'glucoseProfile', parent: { id: checkedUserId(request) } }),
    call: ({ context, params, query }) => {
      query.assertOnly(['days', 'timezone', 'bgUnits']);
      const days = query.integer('days', { minimum: 1, maximum: 90 }) ?? 14;
      const asked = { days, timezone: query.nonEmptyUnspaced('timezone') };
      const shownIn = query.word('bgUnits', units) ?? 'mmol/L';
      return GlucoseProfileResolver.image(context, { id: params.userId ?? '' }, asked, shownIn);
    },
    reply: (image) => ({
      content: Readable.from([Buffer.from(image)]),
      headers: {
        'Content-Type': 'image/svg+xml; charset=utf-8',
        'Content-Length': Buffer.byteLength(image),
        'Content-Disposition': 'inline',
        'Content-Security-Policy': policy,
      },
    }),
  }),
];
