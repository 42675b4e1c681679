import { notFound } from '../../../src/platform/errors';
import { BodyTable, described, field, required } from '../../body-table';
import { dataErrors } from '../../errors';
import {
  RegisterWebPushDocument,
  RemoveWebPushDocument,
  WebPushKeyDocument,
  WebPushSubscriptionsDocument,
} from '../../generated/operations';
import { BodyReader } from '../../json-body';
import { checkedUserId } from '../../path-ids';
import { route, type RestRequest, type Route } from '../../route';

const tag = 'Phones';
const errors = dataErrors;
const notValid = 'The subscription is not valid.';

/** The result of `PushSubscription.toJSON()` in a browser; unknown keys are ignored. */
const subscription = new BodyTable(
  'RegisterWebPushInput',
  {
    keys: required(
      field.object(
        new BodyTable(
          'WebPushKeysInput',
          { p256dh: required(field.text), auth: required(field.text) },
          'as absent',
        ),
      ),
    ),
    endpoint: described({ format: 'uri', maxLength: 2048 }, required(field.text)),
  },
  'as absent',
);

const text = { type: 'string' };
const guardOn = (field: string) => (request: RestRequest) => ({
  type: 'Mutation' as const,
  field,
  args: { input: { userId: checkedUserId(request) } },
});

/** Browsers that receive push messages. */
export const webPushRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/v1/web_push/key',
    tag,
    summary: 'The key that browsers subscribe to push messages with.',
    success: {
      status: 200,
      description: 'The key, in base64url.',
      schema: { type: 'object', required: ['publicKey'], properties: { publicKey: text } },
    },
    failures: [401, 403, 404],
    errors,
    operation: WebPushKeyDocument,
    variables: () => ({}),
    reply({ webPushKey }) {
      if (webPushKey === null || webPushKey === undefined)
        throw notFound('This service sends nothing to browsers.');
      return { body: { publicKey: webPushKey } };
    },
  }),
  route({
    method: 'POST',
    path: '/v1/users/{userId}/web_push_subscriptions',
    tag,
    summary: 'Registers a browser of the caller for push messages.',
    body: {
      schema: subscription.schema,
      description: 'The browser’s subscription: `PushSubscription.toJSON()`.',
    },
    success: {
      status: 200,
      description: 'The browser is registered.',
      schema: { type: 'object', required: ['id'], properties: { id: text } },
    },
    failures: [400, 401, 403],
    errors,
    guard: guardOn('registerWebPush'),
    operation: RegisterWebPushDocument,
    variables: (request) => ({
      input: {
        userId: request.params.userId ?? '',
        ...subscription.read(new BodyReader(request.body, notValid)),
      },
    }),
    reply: ({ registerWebPush: { subscription } }) => ({ body: { id: subscription.id } }),
  }),
  route({
    method: 'GET',
    path: '/v1/users/{userId}/web_push_subscriptions',
    tag,
    summary: 'The browsers registered for push messages: for the person and trusted servers.',
    success: {
      status: 200,
      description: 'All browsers, most recently registered first.',
      schema: {
        type: 'array',
        items: {
          type: 'object',
          required: ['id', 'endpoint', 'modifiedTime'],
          properties: { id: text, endpoint: text, modifiedTime: { type: 'string', format: 'date-time' } },
        },
      },
    },
    failures: [400, 401, 403, 404],
    errors,
    operation: WebPushSubscriptionsDocument,
    variables: (request) => ({ userId: checkedUserId(request) }),
    reply({ user }) {
      if (!user) throw notFound('There is no such account.');
      return { body: user.webPushSubscriptions };
    },
  }),
  route({
    method: 'DELETE',
    path: '/v1/users/{userId}/web_push_subscriptions/{id}',
    tag,
    success: { status: 200, description: 'The browser is not registered.' },
    failures: [400, 401, 403],
    errors,
    operation: RemoveWebPushDocument,
    variables: (request) => ({
      input: { userId: checkedUserId(request), id: request.params.id ?? '' },
    }),
    reply: () => ({}),
  }),
];
