import { clinicErrors as errors } from '../clinics/clinic-body';
import {
  AnswerXealthPreorderDocument,
  OpenXealthProgramDocument,
  ReceiveXealthNotificationDocument,
  XealthProgramsDocument,
  XealthReportDocument,
} from '../../generated/operations';
import { readJsonBody } from '../../json-body';
import { reportErrorPage, reportPage } from './report-page';
import { route, type RequestBody, type RestRequest, type Route } from '../../route';
import { ref } from '../../schemas';
import { describedAs } from '../../sentence';

const tag = 'Clinics';
const headers = {
  Authorization: { description: '`Bearer` and Xealth’s token.', required: true },
} as const;

const body = (description: string): RequestBody => ({
  schema: ref('XealthEvent'),
  description,
  lenient: true,
  optional: true,
});

/** The token that Xealth presents, which is not one of our own. */
const readPartnerToken = ({ header }: RestRequest): string =>
  /^bearer +(.+)$/i.exec(header('Authorization') ?? '')?.[1]?.trim() ?? '';

const guard = (type: 'Query' | 'Mutation', field: string) => (request: RestRequest) => ({
  type,
  field,
  args: { input: { partnerToken: readPartnerToken(request) } },
});

function eventInput(request: RestRequest) {
  return { input: { event: readJsonBody(request), partnerToken: readPartnerToken(request) } };
}

/** Requests and notifications from Xealth. */
export const xealthRoutes: Route[] = [
  route({
    method: 'POST',
    path: '/v1/xealth/preorder',
    tag,
    summary: 'Answers Xealth’s request before an order.',
    headers,
    body: body('Who the order is for, or the form that was filled in.'),
    success: {
      status: 200,
      description: 'The next form; an empty object when the order may be placed.',
      schema: ref('XealthPreorderForm'),
    },
    failures: [400, 401, 404, 409, 413, 422, 501],
    errors,
    guard: guard('Mutation', 'answerXealthPreorder'),
    operation: AnswerXealthPreorderDocument,
    variables: eventInput,
    reply: ({ answerXealthPreorder: { form } }) => ({ body: form ?? {} }),
  }),
  route({
    method: 'POST',
    path: '/v1/xealth/notification',
    tag,
    summary: 'Processes a notification about a placed or canceled order in Xealth.',
    headers,
    body: body('What has happened to which order.'),
    success: { status: 200, description: 'The event is accepted.' },
    failures: [400, 401, 409, 413, 501],
    errors,
    guard: guard('Mutation', 'receiveXealthNotification'),
    operation: ReceiveXealthNotificationDocument,
    variables: eventInput,
    reply: () => ({}),
  }),
  route({
    method: 'PUT',
    path: '/v1/xealth/programs',
    tag,
    summary: 'Lists the programs of a patient for Xealth.',
    headers,
    body: body('Who the patient is, and who asks.'),
    success: { status: 200, description: 'The programs.', schema: ref('XealthPrograms') },
    failures: [400, 401, 404, 409, 413, 422, 501],
    errors,
    guard: guard('Query', 'xealthPrograms'),
    operation: XealthProgramsDocument,
    variables: eventInput,
    reply({ xealthPrograms }) {
      const programs = xealthPrograms.map(({ title, description, enrolledDate, hasAlert, programId }) => ({
        title,
        description,
        enrolledDate,
        hasStatusView: true,
        has_alert: hasAlert,
        programId,
      }));
      return { body: programs.length === 0 ? { present: false } : { present: true, programs } };
    },
  }),
  route({
    method: 'PUT',
    path: '/v1/xealth/program',
    tag,
    summary: 'Creates a URL that shows Xealth the report on a patient.',
    headers,
    body: body('Who the patient is, and who looks.'),
    success: { status: 200, description: 'The URL.', schema: ref('XealthProgramUrl') },
    failures: [400, 401, 404, 409, 413, 422, 501],
    errors,
    guard: guard('Mutation', 'openXealthProgram'),
    operation: OpenXealthProgramDocument,
    variables: eventInput,
    reply: ({ openXealthProgram: { url } }) => ({ body: { url } }),
  }),
  route({
    method: 'GET',
    path: '/v1/xealth/report/web/viewer.html',
    tag,
    summary: 'Shows the report on a patient to anyone with its URL from Xealth.',
    query: {
      clinicId: { description: describedAs('XealthReportInput.clinicId'), required: true },
      patientId: { description: describedAs('XealthReportInput.patientId'), required: true },
      restricted_token: { description: 'The token that opens the report.', required: true },
    },
    success: {
      status: 200,
      description: 'A page with the report.',
      schema: { type: 'string' },
      mediaType: 'text/html',
    },
    failures: [401, 404, 501],
    errorPage: reportErrorPage,
    operation: XealthReportDocument,
    variables: ({ query }) => ({
      input: {
        clinicId: query.text('clinicId') ?? '',
        patientId: query.text('patientId') ?? '',
        restrictedToken: query.text('restricted_token') ?? '',
      },
    }),
    reply: ({ xealthReport }) => ({
      page: reportPage(xealthReport),
      // The page contains patient data and must not be cached.
      headers: { 'Cache-Control': 'no-store' },
    }),
  }),
];
