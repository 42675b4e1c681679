import { authorize } from './authorize/authorize';
import { responseModes } from './authorize/authorization-request';
import { brokerRoutes } from './broker/broker-routes';
import { showDiscovery, showKeys } from './discovery';
import { introspectToken } from './introspection';
import { logOutByForm, logOutByLink } from './log-out';
import { requestedTokenTypes, subjectTokenTypes } from './grants/token-exchange';
import { formBody, json, page, query, redirect, refusal, tokens } from './open-api';
import { sendStylesheet } from './pages/stylesheet-route';
import { showRealm } from './realm-info';
import { logInRoutes } from './log-in-routes';
import type { RealmRoute } from './realm-route';
import { startRegistration } from './registration/registration';
import { revokeToken } from './revocation';
import { checkStatusClient, showStatusIframe } from './session-pages/status-iframe';
import { probeCookies, reportCookies } from './session-pages/third-party-cookies';
import { answerTokenRequest, servedGrantTypes } from './token-endpoint';
import { showUserInfo } from './user-info';

const protocol = '/protocol/openid-connect';

const clientId = { name: 'client_id', description: 'The client that asks.' };
const clientSecret = { name: 'client_secret', description: 'For clients that have one; or HTTP Basic.' };

const authorizeFields = [
  { ...clientId, required: true },
  { name: 'redirect_uri', description: 'Where the answer goes; a registered address.', required: true },
  { name: 'response_type', description: 'What is asked for.', required: true, values: ['code'] },
  { name: 'scope', description: 'Scope names, with openid among them. May be repeated.', required: true },
  { name: 'state', description: 'Comes back with the answer.' },
  { name: 'nonce', description: 'Goes into the id token.' },
  { name: 'response_mode', description: 'How the answer travels.', values: responseModes },
  { name: 'code_challenge', description: 'SHA-256 of the verifier, base64url (RFC 7636).' },
  { name: 'code_challenge_method', description: 'The only method.', values: ['S256'] },
  {
    name: 'prompt',
    description:
      'none: show nothing; login: ask for the password in any case; consent: ask for consent again, for clients of others.',
  },
  {
    name: 'max_age',
    description: 'Seconds since the password was entered after which it is asked for again.',
  },
  {
    name: 'id_token_hint',
    description:
      'An earlier id token of the person who is expected, expired or not. Of somebody else: as if nobody were logged in.',
  },
  { name: 'login_hint', description: 'The e-mail address to begin with.' },
  { name: 'kc_idp_hint', description: 'Identity provider to go to at once, by its alias.' },
  {
    name: 'iss',
    description:
      'Clients that records systems open (SMART App Launch): the address of the system. Required there.',
  },
  { name: 'correlation_id', description: 'The same: what the client calls this launch. Required there.' },
  { name: 'launch', description: 'The same: the handle that the system has given; handed back to it.' },
  { name: 'aud', description: 'The same: the records that are asked for; handed on to the system.' },
];

const role = { name: 'role', description: 'Which form is shown.', values: ['patient', 'clinician'] };

const tokenFields = [
  {
    name: 'grant_type',
    description: 'What the tokens are asked for with.',
    required: true,
    values: servedGrantTypes,
  },
  clientId,
  clientSecret,
  { name: 'code', description: 'grant_type=authorization_code: the code.' },
  {
    name: 'redirect_uri',
    description: 'grant_type=authorization_code: the address that the code was sent to.',
  },
  { name: 'code_verifier', description: 'grant_type=authorization_code: what the challenge was made from.' },
  { name: 'refresh_token', description: 'grant_type=refresh_token: the refresh token.' },
  { name: 'username', description: 'grant_type=password: the e-mail address.' },
  { name: 'password', description: 'grant_type=password: the password.' },
  { name: 'subject_token', description: 'Token exchange: the token of an identity provider.' },
  { name: 'subject_token_type', description: 'Token exchange: its kind.', values: subjectTokenTypes },
  { name: 'subject_issuer', description: 'Token exchange: the provider of an access token, by its alias.' },
  { name: 'requested_token_type', description: 'Token exchange: what to give.', values: requestedTokenTypes },
  { name: 'scope', description: 'Scope names; a refresh can only ask for less.' },
];

const logOutFields = [
  { name: 'id_token_hint', description: 'The id token of the log-in, expired or not.' },
  clientId,
  { name: 'post_logout_redirect_uri', description: 'Where to go afterwards; a registered address.' },
  { name: 'state', description: 'Comes back with the answer.' },
];

const pageResponses = { 200: page('The page.'), 303: redirect, 400: page('What is wrong.') };
const hiddenPage = { 200: page('A page for a hidden frame of a client.') };

/** Every route of the realms. They are served, and described in the OpenAPI document, from these rows. */
export const realmRoutes: RealmRoute[] = [
  {
    method: 'get',
    path: '',
    summary: 'The realm, its addresses and its public key.',
    handler: showRealm,
    openapi: { responses: { 200: json('The realm.') } },
    refusals: 'json',
    readableBy: 'everybody',
  },
  {
    method: 'get',
    path: '/.well-known/openid-configuration',
    summary: 'What the realm offers and where.',
    handler: showDiscovery,
    openapi: { responses: { 200: json('The discovery document of OpenID Connect.') } },
    refusals: 'json',
    readableBy: 'everybody',
  },
  {
    method: 'get',
    path: `${protocol}/certs`,
    summary: 'The public keys of the realm.',
    handler: showKeys,
    openapi: {
      responses: { 200: json('A JSON Web Key Set.', { keys: { type: 'array', items: { type: 'object' } } }) },
    },
    refusals: 'json',
    readableBy: 'everybody',
  },
  {
    method: 'get',
    path: `${protocol}/auth`,
    summary: 'Begins a log-in; the browser goes back to the client with a code.',
    handler: authorize,
    openapi: { parameters: query(...authorizeFields), responses: pageResponses },
    refusals: 'page',
  },
  {
    method: 'post',
    path: `${protocol}/auth`,
    summary: 'The same with the parameters in a form.',
    handler: authorize,
    openapi: { requestBody: formBody(...authorizeFields), responses: pageResponses },
    refusals: 'page',
  },
  {
    method: 'get',
    path: `${protocol}/registrations`,
    summary: 'Begins a log-in with opening an account.',
    handler: startRegistration,
    openapi: { parameters: query(...authorizeFields, role), responses: pageResponses },
    refusals: 'page',
  },
  {
    method: 'post',
    path: `${protocol}/token`,
    summary: 'Gives out tokens.',
    handler: answerTokenRequest,
    openapi: {
      requestBody: formBody(...tokenFields),
      responses: { 200: tokens, 400: refusal, 401: refusal, 403: refusal },
    },
    refusals: 'json',
    readableBy: 'clients',
  },
  {
    method: 'post',
    path: `${protocol}/token/introspect`,
    summary: 'Whether a token is good, and what it says.',
    handler: introspectToken,
    openapi: {
      requestBody: formBody(
        { name: 'token', description: 'The token.', required: true },
        clientId,
        clientSecret,
      ),
      responses: { 200: json('Its claims.', { active: { type: 'boolean' } }), 400: refusal, 401: refusal },
    },
    refusals: 'json',
    readableBy: 'clients',
  },
  ...(['get', 'post'] as const).map((method): RealmRoute => ({
    method,
    path: `${protocol}/userinfo`,
    summary: 'Who an access token stands for.',
    handler: showUserInfo,
    openapi: { responses: { 200: json('The person.', { sub: { type: 'string' } }), 401: refusal } },
    refusals: 'json',
    readableBy: 'clients',
  })),
  {
    method: 'post',
    path: `${protocol}/revoke`,
    summary: 'Gives a token up.',
    handler: revokeToken,
    openapi: {
      requestBody: formBody(
        { name: 'token', description: 'An access token or a refresh token.', required: true },
        { name: 'token_type_hint', description: 'Not needed.' },
        clientId,
        clientSecret,
      ),
      responses: { 200: { description: 'It is refused from now on.' }, 400: refusal, 401: refusal },
    },
    refusals: 'json',
    readableBy: 'clients',
  },
  {
    method: 'get',
    path: `${protocol}/logout`,
    summary: 'Ends the session of the browser.',
    handler: logOutByLink,
    openapi: { parameters: query(...logOutFields), responses: pageResponses },
    refusals: 'page',
  },
  {
    method: 'post',
    path: `${protocol}/logout`,
    summary: 'The same with the parameters in a form; or ends the session of a refresh token.',
    handler: logOutByForm,
    openapi: {
      requestBody: formBody(...logOutFields, clientSecret, {
        name: 'refresh_token',
        description: 'Ends its session without a browser.',
      }),
      responses: { ...pageResponses, 204: { description: 'The session of the refresh token has ended.' } },
    },
    refusals: 'json',
    readableBy: 'clients',
  },
  {
    method: 'get',
    path: `${protocol}/login-status-iframe.html`,
    summary: 'Watches the session of the browser for a client.',
    handler: showStatusIframe,
    openapi: { responses: hiddenPage },
    refusals: 'json',
  },
  {
    method: 'get',
    path: `${protocol}/login-status-iframe.html/init`,
    summary: 'Whether pages of an origin belong to a client.',
    handler: checkStatusClient,
    openapi: {
      parameters: query(clientId, { name: 'origin', description: 'The origin of the page.' }),
      responses: { 204: { description: 'They do.' }, 403: { description: 'They do not.' } },
    },
    refusals: 'json',
  },
  {
    method: 'get',
    path: `${protocol}/3p-cookies/step1.html`,
    summary: 'Sets a cookie in the frame of another site.',
    handler: probeCookies,
    openapi: { responses: hiddenPage },
    refusals: 'json',
  },
  {
    method: 'get',
    path: `${protocol}/3p-cookies/step2.html`,
    summary: 'Tells the page around the frame whether the cookie was kept.',
    handler: reportCookies,
    openapi: { responses: hiddenPage },
    refusals: 'json',
  },
  ...logInRoutes,
  ...brokerRoutes,
  {
    method: 'get',
    path: '/style.css',
    summary: 'The look of the pages.',
    handler: ({ response }) => sendStylesheet(response),
    openapi: { responses: { 200: { description: 'A style sheet.' } } },
    refusals: 'json',
  },
];
