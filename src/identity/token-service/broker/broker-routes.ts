import { formBody, page, query, redirect } from '../open-api';
import type { RealmRoute } from '../realm-route';
import { showLinkAccount, submitLinkAccount } from './confirm-account';
import { linkWithProvider } from './link';
import { logInAtProvider } from './log-in';
import { returnFromProvider } from './return';

const attempt = { name: 'attempt', description: 'The log-in in progress.', required: true };
const pageResponses = { 200: page('The page.'), 303: redirect, 400: page('The error.') };
const brokerResponses = {
  ...pageResponses,
  404: page('No such provider.'),
  502: page('The provider does not respond.'),
};

const alias = {
  name: 'alias',
  in: 'path',
  required: true,
  description: 'The identity provider.',
  schema: { type: 'string' },
};

/** Routes of log-ins with external identity providers. */
export const brokerRoutes: RealmRoute[] = [
  {
    method: 'get',
    path: '/login-actions/link-account',
    summary: 'Asks for proof of owning the account with the address of an external identity.',
    handler: showLinkAccount,
    openapi: {
      parameters: query(attempt, { name: 'key', description: 'Key from the mail to the owner.' }),
      responses: pageResponses,
    },
    refusals: 'page',
  },
  {
    method: 'post',
    path: '/login-actions/link-account',
    summary: 'Links an external identity to the account with its address.',
    handler: submitLinkAccount,
    openapi: {
      parameters: query(attempt),
      requestBody: formBody(
        { name: 'password', description: 'The password of the account.' },
        { name: 'key', description: 'Alternatively, the key from the mail to the owner.' },
        { name: 'step', description: 'Alternatively, sends that mail.', values: ['mail'] },
      ),
      responses: pageResponses,
    },
    refusals: 'page',
  },
  {
    method: 'get',
    path: '/broker/:alias/login',
    summary: 'Continues a log-in at an external identity provider.',
    handler: logInAtProvider,
    openapi: {
      parameters: [alias, ...query(attempt, { name: 'login_hint', description: 'The email address.' })],
      responses: brokerResponses,
    },
    refusals: 'page',
  },
  {
    method: 'get',
    path: '/broker/:alias/endpoint',
    summary: 'Callback from an external identity provider.',
    handler: returnFromProvider,
    openapi: {
      parameters: [
        alias,
        ...query(
          { name: 'state', description: 'The state from the authorization request.', required: true },
          { name: 'code', description: 'The authorization code.' },
          { name: 'error', description: 'The error, if there is no code.' },
        ),
      ],
      responses: brokerResponses,
    },
    refusals: 'page',
  },
  {
    method: 'get',
    path: '/broker/:alias/link',
    summary: 'Links the browser’s account to one at an external identity provider.',
    handler: linkWithProvider,
    openapi: {
      parameters: [
        alias,
        ...query(
          { name: 'client_id', description: 'Id of the client.', required: true },
          {
            name: 'redirect_uri',
            description: 'Where to redirect afterwards; a registered address.',
            required: true,
          },
          { name: 'nonce', description: 'Any string.', required: true },
          {
            name: 'hash',
            description: 'SHA-256 of nonce, session_state, client_id and alias, base64url.',
            required: true,
          },
        ),
      ],
      responses: { ...brokerResponses, 409: page('One of the accounts is already linked.') },
    },
    refusals: 'page',
  },
];
