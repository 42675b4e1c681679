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

const clientId = { name: 'client_id', description: 'Id of the client.' };
const clientSecret = {
  name: 'client_secret',
  description: 'For clients that have a secret; alternatively HTTP Basic.',
};

const authorizeFields = [
  { ...clientId, required: true },
  {
    name: 'redirect_uri',
    description: 'Redirect address of the response; a registered address.',
    required: true,
  },
  { name: 'response_type', description: 'The requested response type.', required: true, values: ['code'] },
  { name: 'scope', description: 'Scopes, including openid. May be repeated.', required: true },
  { name: 'state', description: 'Returned in the response.' },
  { name: 'nonce', description: 'Included in the ID token.' },
  { name: 'response_mode', description: 'How the response is returned.', values: responseModes },
  { name: 'code_challenge', description: 'SHA-256 of the verifier, base64url (RFC 7636).' },
  { name: 'code_challenge_method', description: 'The only supported method.', values: ['S256'] },
  {
    name: 'prompt',
    description:
      'none: show nothing; login: always ask for the password; consent: ask for consent again, for third-party clients.',
  },
  {
    name: 'max_age',
    description: 'Seconds after which the password must be entered again.',
  },
  {
    name: 'id_token_hint',
    description:
      'An earlier ID token of the expected person, even if expired. If it belongs to somebody else, nobody counts as logged in.',
  },
  { name: 'login_hint', description: 'The email address to fill in.' },
  { name: 'kc_idp_hint', description: 'Alias of the identity provider to redirect to at once.' },
  {
    name: 'iss',
    description: 'SMART App Launch, for clients launched from an EHR: the issuer of the EHR. Required there.',
  },
  {
    name: 'correlation_id',
    description: 'SMART App Launch: the client’s id for this launch. Required there.',
  },
  { name: 'launch', description: 'SMART App Launch: the launch value passed by the EHR; sent back to it.' },
  { name: 'aud', description: 'SMART App Launch: the FHIR server to access; passed on to the EHR.' },
];

const role = { name: 'role', description: 'The form to show.', values: ['patient', 'clinician'] };

const tokenFields = [
  {
    name: 'grant_type',
    description: 'The grant type.',
    required: true,
    values: servedGrantTypes,
  },
  clientId,
  clientSecret,
  { name: 'code', description: 'grant_type=authorization_code: the code.' },
  {
    name: 'redirect_uri',
    description: 'grant_type=authorization_code: the redirect address that the code was sent to.',
  },
  { name: 'code_verifier', description: 'grant_type=authorization_code: the code verifier.' },
  { name: 'refresh_token', description: 'grant_type=refresh_token: the refresh token.' },
  { name: 'username', description: 'grant_type=password: the email address.' },
  { name: 'password', description: 'grant_type=password: the password.' },
  { name: 'subject_token', description: 'Token exchange: the token of an identity provider.' },
  {
    name: 'subject_token_type',
    description: 'Token exchange: the type of that token.',
    values: subjectTokenTypes,
  },
  {
    name: 'subject_issuer',
    description: 'Token exchange: alias of the provider that issued an access token.',
  },
  {
    name: 'requested_token_type',
    description: 'Token exchange: the type of token to return.',
    values: requestedTokenTypes,
  },
  { name: 'scope', description: 'Scopes; a refresh can only request fewer.' },
];

const logOutFields = [
  { name: 'id_token_hint', description: 'The ID token of the log-in, even if expired.' },
  clientId,
  { name: 'post_logout_redirect_uri', description: 'Where to redirect afterwards; a registered address.' },
  { name: 'state', description: 'Returned in the response.' },
];

const pageResponses = { 200: page('The page.'), 303: redirect, 400: page('The error.') };
const hiddenPage = { 200: page('A page for a hidden frame of a client.') };

/** All routes of the realms, used for serving and for the OpenAPI document. */
export const realmRoutes: RealmRoute[] = [
  {
    method: 'get',
    path: '',
    summary: 'The realm, its endpoints and its public key.',
    handler: showRealm,
    openapi: { responses: { 200: json('The realm.') } },
    refusals: 'json',
    readableBy: 'everybody',
  },
  {
    method: 'get',
    path: '/.well-known/openid-configuration',
    summary: 'The discovery document of the realm.',
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
    summary: 'Starts a log-in. The browser returns to the client with a code.',
    handler: authorize,
    openapi: { parameters: query(...authorizeFields), responses: pageResponses },
    refusals: 'page',
  },
  {
    method: 'post',
    path: `${protocol}/auth`,
    summary: 'Starts a log-in, with the parameters in a form.',
    handler: authorize,
    openapi: { requestBody: formBody(...authorizeFields), responses: pageResponses },
    refusals: 'page',
  },
  {
    method: 'get',
    path: `${protocol}/registrations`,
    summary: 'Starts a log-in with the sign-up page.',
    handler: startRegistration,
    openapi: { parameters: query(...authorizeFields, role), responses: pageResponses },
    refusals: 'page',
  },
  {
    method: 'post',
    path: `${protocol}/token`,
    summary: 'Issues tokens.',
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
    summary: 'Whether a token is valid, and its claims.',
    handler: introspectToken,
    openapi: {
      requestBody: formBody(
        { name: 'token', description: 'The token.', required: true },
        clientId,
        clientSecret,
      ),
      responses: {
        200: json('The claims of the token.', { active: { type: 'boolean' } }),
        400: refusal,
        401: refusal,
      },
    },
    refusals: 'json',
    readableBy: 'clients',
  },
  ...(['get', 'post'] as const).map((method): RealmRoute => ({
    method,
    path: `${protocol}/userinfo`,
    summary: 'Claims about the person behind an access token.',
    handler: showUserInfo,
    openapi: {
      responses: { 200: json('The claims about the person.', { sub: { type: 'string' } }), 401: refusal },
    },
    refusals: 'json',
    readableBy: 'clients',
  })),
  {
    method: 'post',
    path: `${protocol}/revoke`,
    summary: 'Revokes a token.',
    handler: revokeToken,
    openapi: {
      requestBody: formBody(
        { name: 'token', description: 'An access token or a refresh token.', required: true },
        { name: 'token_type_hint', description: 'Ignored.' },
        clientId,
        clientSecret,
      ),
      responses: { 200: { description: 'The token is revoked.' }, 400: refusal, 401: refusal },
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
    summary:
      'Ends the session of the browser, with the parameters in a form, or the session of a refresh token.',
    handler: logOutByForm,
    openapi: {
      requestBody: formBody(...logOutFields, clientSecret, {
        name: 'refresh_token',
        description: 'Ends the session of a refresh token, without a browser.',
      }),
      responses: { ...pageResponses, 204: { description: 'The session of the refresh token has ended.' } },
    },
    refusals: 'json',
    readableBy: 'clients',
  },
  {
    method: 'get',
    path: `${protocol}/login-status-iframe.html`,
    summary: 'The frame in which a client monitors the session of the browser.',
    handler: showStatusIframe,
    openapi: { responses: hiddenPage },
    refusals: 'json',
  },
  {
    method: 'get',
    path: `${protocol}/login-status-iframe.html/init`,
    summary: 'Whether an origin belongs to a client.',
    handler: checkStatusClient,
    openapi: {
      parameters: query(clientId, { name: 'origin', description: 'The origin of the page.' }),
      responses: {
        204: { description: 'The origin belongs to the client.' },
        403: { description: 'The origin does not belong to the client.' },
      },
    },
    refusals: 'json',
  },
  {
    method: 'get',
    path: `${protocol}/3p-cookies/step1.html`,
    summary: 'Sets a test cookie in a third-party frame.',
    handler: probeCookies,
    openapi: { responses: hiddenPage },
    refusals: 'json',
  },
  {
    method: 'get',
    path: `${protocol}/3p-cookies/step2.html`,
    summary: 'Tells the embedding page whether the browser has stored the test cookie.',
    handler: reportCookies,
    openapi: { responses: hiddenPage },
    refusals: 'json',
  },
  ...logInRoutes,
  ...brokerRoutes,
  {
    method: 'get',
    path: '/style.css',
    summary: 'The style sheet of the pages.',
    handler: ({ response }) => sendStylesheet(response),
    openapi: { responses: { 200: { description: 'A style sheet.' } } },
    refusals: 'json',
  },
];
