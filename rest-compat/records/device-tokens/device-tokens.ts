import { badInput, notFound } from '../../../src/platform/errors';
import { dataErrors } from '../../errors';
import {
  DeviceTokensDocument,
  type PushEnvironment,
  RegisterDeviceTokenDocument,
  VerifyDeviceDocument,
  type VerifyDeviceMutation,
} from '../../generated/operations';
import { BodyReader } from '../../json-body';
import { checkedUserId } from '../../path-ids';
import { route, type Method, type RestRequest, type Route } from '../../route';

const tag = 'Phones';
const errors = dataErrors;
const notValid = 'The device token is not valid.';

const environments: Record<string, PushEnvironment> = {
  production: 'PRODUCTION',
  sandbox: 'SANDBOX',
};

const environmentNames: Record<PushEnvironment, string> = { PRODUCTION: 'production', SANDBOX: 'sandbox' };

/** The token of Apple's push service in `{"apple": {...}}`; unknown keys are ignored. */
function readAppleToken({ body }: RestRequest) {
  const apple = new BodyReader(
    new BodyReader(body, notValid).required('apple', 'object'),
    notValid,
    '/apple',
  );
  const name = apple.required('environment', 'string');
  const environment = Object.hasOwn(environments, name) ? environments[name] : undefined;
  if (!environment) {
    const detail = `"${name}" is neither "production" nor "sandbox".`;
    const source = { pointer: '/apple/environment' };
    throw badInput(notValid, [
      { code: 'value-not-allowed', title: 'value is not one of the allowed values', detail, source },
    ]);
  }
  return { token: apple.required('token', 'string'), environment };
}

const appleToken = {
  type: 'object',
  required: ['apple'],
  properties: {
    apple: {
      type: 'object',
      required: ['token', 'environment'],
      properties: {
        token: { type: 'string', format: 'byte' },
        environment: { type: 'string', enum: Object.keys(environments) },
      },
    },
  },
};

/** The token in `{"device_token": "..."}`. Throws when it is missing or empty. */
function readDeviceToken(body: unknown): string {
  const reader = new BodyReader(body, notValid);
  const token = reader.required('device_token', 'string');
  if (token !== '') return token;
  const source = { pointer: reader.pointer('device_token') };
  throw badInput(notValid, [
    { code: 'value-empty', title: 'value is empty', detail: 'It must not be empty.', source },
  ]);
}

/** Apps use either method. */
const verify = (method: Method): Route =>
  route({
    method,
    path: '/v1/device_check/verify',
    tag,
    body: {
      schema: {
        type: 'object',
        required: ['device_token'],
        properties: { device_token: { type: 'string', minLength: 1 } },
      },
      description: 'The token from Apple’s DeviceCheck.',
    },
    success: {
      status: 200,
      description: 'Whether the device is genuine.',
      schema: { type: 'object', properties: { valid: { type: 'boolean' } } },
    },
    failures: [400, 401, 403, 503],
    errors,
    guard: () => ({ type: 'Mutation', field: 'verifyDevice', args: { input: {} } }),
    operation: VerifyDeviceDocument,
    variables: ({ body }) => ({ input: { deviceToken: readDeviceToken(body) } }),
    reply: ({ verifyDevice: { valid } }: VerifyDeviceMutation) => ({ body: { valid } }),
  });

/** Phones: where to send notifications, and whether they are genuine. */
export const deviceTokenRoutes: Route[] = [
  route({
    method: 'POST',
    path: '/v1/users/{userId}/device_tokens',
    tag,
    summary: 'Registers a phone of the caller for push notifications.',
    body: { schema: appleToken, description: 'The token that the phone received.' },
    success: { status: 200, description: 'The phone is registered.' },
    failures: [400, 401, 403],
    errors,
    guard: (request) => ({
      type: 'Mutation',
      field: 'registerDeviceToken',
      args: { input: { userId: checkedUserId(request) } },
    }),
    operation: RegisterDeviceTokenDocument,
    variables: (request) => ({
      input: { userId: request.params.userId ?? '', apple: readAppleToken(request) },
    }),
    reply: () => ({}),
  }),
  route({
    method: 'GET',
    path: '/v1/users/{userId}/device_tokens',
    tag,
    summary: 'The phones registered for push notifications: for the person and trusted servers.',
    success: {
      status: 200,
      description: 'The tokens of all phones, most recently registered first.',
      schema: { type: 'array', items: appleToken },
    },
    failures: [400, 401, 403, 404],
    errors,
    operation: DeviceTokensDocument,
    variables: (request) => ({ userId: checkedUserId(request) }),
    reply({ user }) {
      if (!user) throw notFound('There is no such account.');
      const body = user.deviceTokens.map(({ token, environment }) => ({
        apple: { token, environment: environmentNames[environment] },
      }));
      return { body };
    },
  }),
  verify('POST'),
  verify('GET'),
];
