import { formBody, page, query, redirect } from '../open-api';
import type { RealmRoute } from '../realm-route';
import { showLinkAccount, submitLinkAccount } from './confirm-account';
import { linkWithProvider } from './link';
import { logInAtProvider } from './log-in';
import { returnFromProvider } from './return';

const attempt = { name: 'attempt', description: 'The log-in under way.', required: true };
const pageResponses = { 200: page('The page.'), 303: redirect, 400: page('What is wrong.') };
const brokerResponses = {
  ...pageResponses,
  404: page('No such provider.'),
  502: page('It does not answer.'),
};

const alias = {
  name: 'alias',
  in: 'path',
  required: true,
  description: 'The identity provider.',
  schema: { type: 'string' },
};

/** The routes of log-ins with external identity providers. */
export const brokerRoutes: RealmRoute[] = [
  {
    method: 'get',
    path: '/login-actions/link-account',
    summary: "Asks for a proof that the account with the address of an external identity is one's own.",
    handler: showLinkAccount,
    openapi: {
      parameters: query(attempt, { name: 'key', description: 'Key of the mail to the owner.' }),
      responses: pageResponses,
    },
    refusals: 'page',
  },
  {
    method: 'post',
    path: '/login-actions/link-account',
    summary: 'Links an external identity with the account that has its address.',
    handler: submitLinkAccount,
    openapi: {
      parameters: query(attempt),
      requestBody: formBody(
        { name: 'password', description: 'The password of the account.' },
        { name: 'key', description: 'Or the key of the mail to the owner.' },
        { name: 'step', description: 'Or sends that mail.', values: ['mail'] },
      ),
      responses: pageResponses,
    },
    refusals: 'page',
  },
  {
    method: 'get',
    path: '/broker/:alias/login',
    summary: 'A log-in goes on at an external identity provider.',
    handler: logInAtProvider,
    openapi: {
      parameters: [alias, ...query(attempt, { name: 'login_hint', description: 'The e-mail address.' })],
      responses: brokerResponses,
    },
    refusals: 'page',
  },
  {
    method: 'get',
    path: '/broker/:alias/endpoint',
    summary: 'The browser comes back from an external identity provider.',
    handler: returnFromProvider,
    openapi: {
      parameters: [
        alias,
        ...query(
          { name: 'state', description: 'As it went there.', required: true },
          { name: 'code', description: 'What the person is known by.' },
          { name: 'error', description: 'Or why they are not.' },
        ),
      ],
      responses: brokerResponses,
    },
    refusals: 'page',
  },
  {
    method: 'get',
    path: '/broker/:alias/link',
    summary: 'Links the account of the browser with one at an external identity provider.',
    handler: linkWithProvider,
    openapi: {
      parameters: [
        alias,
        ...query(
          { name: 'client_id', description: 'The client that asks.', required: true },
          {
            name: 'redirect_uri',
            description: 'Where to go afterwards; a registered address.',
            required: true,
          },
          { name: 'nonce', description: 'Any text.', required: true },
          {
            name: 'hash',
            description: 'SHA-256 of nonce, session_state, client_id and alias, base64url.',
            required: true,
          },
        ),
      ],
      responses: { ...brokerResponses, 409: page('One of the accounts is linked otherwise.') },
    },
    refusals: 'page',
  },
];
