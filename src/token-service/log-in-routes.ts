import { formBody, page, query, redirect } from './open-api';
import type { RealmRoute } from './realm-route';
import { showRegistration, submitRegistration } from './registration/registration';
import { showForgottenPassword, submitForgottenPassword } from './steps/forgotten-password';
import { showLogInForm, submitLogInForm } from './steps/log-in-form';
import { showRequiredAction, submitRequiredAction } from './steps/required-action';

const attempt = { name: 'attempt', description: 'The log-in under way.', required: true };
const role = { name: 'role', description: 'Which form is shown.', values: ['patient', 'clinician'] };
const pageResponses = { 200: page('The page.'), 303: redirect, 400: page('What is wrong.') };

/** The pages between the request of a client and its code, for the person who logs in. */
export const logInRoutes: RealmRoute[] = [
  {
    method: 'get',
    path: '/login-actions/authenticate',
    summary: 'The log-in page.',
    handler: showLogInForm,
    openapi: { parameters: query(attempt), responses: pageResponses },
    refusals: 'page',
  },
  {
    method: 'post',
    path: '/login-actions/authenticate',
    summary: 'Logs in.',
    handler: submitLogInForm,
    openapi: {
      parameters: query(attempt),
      requestBody: formBody(
        { name: 'username', description: 'The e-mail address.' },
        { name: 'password', description: 'The password.' },
        { name: 'rememberMe', description: 'Stay logged in when the browser is closed.' },
      ),
      responses: pageResponses,
    },
    refusals: 'page',
  },
  {
    method: 'get',
    path: '/login-actions/reset-credentials',
    summary: 'The page for a forgotten password.',
    handler: showForgottenPassword,
    openapi: { parameters: query(attempt), responses: pageResponses },
    refusals: 'page',
  },
  {
    method: 'post',
    path: '/login-actions/reset-credentials',
    summary: 'Mails the link to set a new password with; the answer tells nothing of the account.',
    handler: submitForgottenPassword,
    openapi: {
      parameters: query(attempt),
      requestBody: formBody({ name: 'username', description: 'The e-mail address.' }),
      responses: pageResponses,
    },
    refusals: 'page',
  },
  {
    method: 'get',
    path: '/login-actions/registration',
    summary: 'The page that opens an account.',
    handler: showRegistration,
    openapi: { parameters: query(attempt, role), responses: pageResponses },
    refusals: 'page',
  },
  {
    method: 'post',
    path: '/login-actions/registration',
    summary: 'Opens an account.',
    handler: submitRegistration,
    openapi: {
      parameters: query(attempt, role),
      requestBody: formBody(
        { name: 'email', description: 'The e-mail address.' },
        { name: 'password', description: 'The password.' },
        { name: 'password-confirm', description: 'The password once more.' },
        { name: 'terms', description: 'Agreement of a clinician.' },
      ),
      responses: pageResponses,
    },
    refusals: 'page',
  },
  {
    method: 'get',
    path: '/login-actions/required-action',
    summary: 'The step that is open between password and code.',
    handler: showRequiredAction,
    openapi: { parameters: query(attempt), responses: pageResponses },
    refusals: 'page',
  },
  {
    method: 'post',
    path: '/login-actions/required-action',
    summary: 'Does that step.',
    handler: submitRequiredAction,
    openapi: {
      parameters: query(attempt),
      requestBody: formBody(
        { name: 'step', description: 'The step that is done.' },
        { name: 'role', description: 'What the account is for.', values: ['patient', 'clinician'] },
        { name: 'age', description: 'Whose data the account holds.' },
        { name: 'agree', description: 'Agreement with the terms.' },
        { name: 'accept', description: 'Goes on.' },
        { name: 'cancel', description: 'Goes back to the client without a code.' },
      ),
      responses: pageResponses,
    },
    refusals: 'page',
  },
];
