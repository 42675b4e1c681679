import { formBody, page, query, redirect } from './open-api';
import type { RealmRoute } from './realm-route';
import { showRegistration, submitRegistration } from './registration/registration';
import { showForgottenPassword, submitForgottenPassword } from './steps/forgotten-password';
import { showLogInForm, submitLogInForm } from './steps/log-in-form';
import { showRequiredAction, submitRequiredAction } from './steps/required-action';

const attempt = { name: 'attempt', description: 'The log-in in progress.', required: true };
const role = { name: 'role', description: 'The form to show.', values: ['patient', 'clinician'] };
const pageResponses = { 200: page('The page.'), 303: redirect, 400: page('The error.') };

/** The pages between the authorization request and the code. */
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
        { name: 'username', description: 'The email address.' },
        { name: 'password', description: 'The password.' },
        { name: 'rememberMe', description: 'Stay logged in after the browser is closed.' },
      ),
      responses: pageResponses,
    },
    refusals: 'page',
  },
  {
    method: 'get',
    path: '/login-actions/reset-credentials',
    summary: 'The page for forgotten passwords.',
    handler: showForgottenPassword,
    openapi: { parameters: query(attempt), responses: pageResponses },
    refusals: 'page',
  },
  {
    method: 'post',
    path: '/login-actions/reset-credentials',
    summary: 'Mails a link to set a new password. The response reveals nothing about the account.',
    handler: submitForgottenPassword,
    openapi: {
      parameters: query(attempt),
      requestBody: formBody({ name: 'username', description: 'The email address.' }),
      responses: pageResponses,
    },
    refusals: 'page',
  },
  {
    method: 'get',
    path: '/login-actions/registration',
    summary: 'The sign-up page.',
    handler: showRegistration,
    openapi: { parameters: query(attempt, role), responses: pageResponses },
    refusals: 'page',
  },
  {
    method: 'post',
    path: '/login-actions/registration',
    summary: 'Creates an account.',
    handler: submitRegistration,
    openapi: {
      parameters: query(attempt, role),
      requestBody: formBody(
        { name: 'email', description: 'The email address.' },
        { name: 'password', description: 'The password.' },
        { name: 'password-confirm', description: 'The password again.' },
        { name: 'terms', description: 'A clinician’s agreement to the terms.' },
      ),
      responses: pageResponses,
    },
    refusals: 'page',
  },
  {
    method: 'get',
    path: '/login-actions/required-action',
    summary: 'The pending step between password and code.',
    handler: showRequiredAction,
    openapi: { parameters: query(attempt), responses: pageResponses },
    refusals: 'page',
  },
  {
    method: 'post',
    path: '/login-actions/required-action',
    summary: 'Completes that step.',
    handler: submitRequiredAction,
    openapi: {
      parameters: query(attempt),
      requestBody: formBody(
        { name: 'step', description: 'The step to complete.' },
        { name: 'role', description: 'The role of the account.', values: ['patient', 'clinician'] },
        { name: 'age', description: 'Whose data the account holds.' },
        { name: 'agree', description: 'Agreement to the terms.' },
        { name: 'accept', description: 'Continues.' },
        { name: 'cancel', description: 'Returns to the client without a code.' },
      ),
      responses: pageResponses,
    },
    refusals: 'page',
  },
];
