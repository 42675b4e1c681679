import { isJsonBody } from '../../json-body';
import { badInput } from '../../../src/platform/errors';
import { isClinicId } from '../../../src/platform/ids';
import { clinicBody, clinicErrors as errors, jsonBody } from '../clinics/clinic-body';
import { guardFields } from '../clinics/clinic-guards';
import { labelOnWire } from '../clinics/clinic-on-wire';
import {
  AssignPatientTagDocument,
  ConvertTagToSiteDocument,
  CreatePatientTagDocument,
  CreateSiteDocument,
  MergeSitesDocument,
  RemovePatientTagDocument,
  RemoveSiteDocument,
  RenamePatientTagDocument,
  RenameSiteDocument,
  UnassignPatientTagDocument,
} from '../../generated/operations';
import { checkedClinicId } from '../../path-ids';
import { route, type RestRequest, type Route } from '../../route';
import { ref } from '../../schemas';

const tag = 'Clinics';
const failures = [400, 401, 403, 404, 409, 413, 422];

const tagReply = { status: 200, description: 'The tag.', schema: ref('PatientTag') };
const siteReply = { status: 200, description: 'The site.', schema: ref('Site') };
const tagBody = jsonBody('TagName', 'The name.');
const siteBody = jsonBody('SiteName', 'The name.');
const patientsBody = {
  ...jsonBody('UserIds', 'The patients; all of the clinic when absent.'),
  optional: true,
};

const readTag = (request: RestRequest) => ({
  clinicId: checkedClinicId(request),
  tagId: checkedClinicId(request, 'patientTagId'),
});

const readSite = (request: RestRequest) => ({
  clinicId: checkedClinicId(request),
  siteId: checkedClinicId(request, 'siteId'),
});

const readName = ({ body }: RestRequest): string => clinicBody(body).required('name', 'string');

/** Clients that convert a tag to a site read its number of patients under either name. */
const siteOnWire = (site: Parameters<typeof labelOnWire>[0]) => ({
  ...labelOnWire(site),
  ...(site.numPatients > 0 && { patients: site.numPatients }),
});

function readPatients({ body }: RestRequest): string[] | undefined {
  if (body === undefined || body === null) return undefined;
  if (!isJsonBody(body) && Array.isArray(body) && body.every((id) => typeof id === 'string')) return body;
  const detail = 'The body must be an array of ids of accounts.';
  throw badInput(detail, [{ code: 'type-not-array', title: 'value is not an array of strings', detail }]);
}

/** Tags and sites of clinics. */
export const clinicLabelRoutes: Route[] = [
  route({
    method: 'POST',
    path: '/v1/clinics/{clinicId}/patient_tags',
    tag,
    summary: 'Creates a tag for the patients of a clinic.',
    body: tagBody,
    success: tagReply,
    failures,
    errors,
    guard: guardFields('createPatientTag'),
    operation: CreatePatientTagDocument,
    variables: (request) => ({ input: { clinicId: checkedClinicId(request), name: readName(request) } }),
    reply: ({ createPatientTag }) => ({ body: labelOnWire(createPatientTag.tag) }),
  }),
  route({
    method: 'PUT',
    path: '/v1/clinics/{clinicId}/patient_tags/{patientTagId}',
    tag,
    body: tagBody,
    success: tagReply,
    failures,
    errors,
    guard: guardFields('renamePatientTag'),
    operation: RenamePatientTagDocument,
    variables: (request) => ({ input: { ...readTag(request), name: readName(request) } }),
    reply: ({ renamePatientTag }) => ({ body: labelOnWire(renamePatientTag.tag) }),
  }),
  route({
    method: 'DELETE',
    path: '/v1/clinics/{clinicId}/patient_tags/{patientTagId}',
    tag,
    success: { status: 204, description: 'The tag does not exist.' },
    failures: [400, 401, 403, 404],
    errors,
    guard: guardFields('removePatientTag'),
    operation: RemovePatientTagDocument,
    variables: (request) => ({ input: readTag(request) }),
    reply: () => ({}),
  }),
  route({
    method: 'POST',
    path: '/v1/clinics/{clinicId}/patients/assign_tag/{patientTagId}',
    tag,
    summary: 'Assigns a tag to patients, or to all patients of the clinic.',
    body: patientsBody,
    success: { status: 200, description: 'The patients have the tag.' },
    failures: [400, 401, 403, 404, 413],
    errors,
    guard: guardFields('assignPatientTag'),
    operation: AssignPatientTagDocument,
    variables: (request) => ({ input: { ...readTag(request), patientIds: readPatients(request) } }),
    reply: () => ({}),
  }),
  route({
    method: 'POST',
    path: '/v1/clinics/{clinicId}/patients/delete_tag/{patientTagId}',
    tag,
    summary: 'Removes a tag from patients, or from all patients of the clinic.',
    body: patientsBody,
    success: { status: 200, description: 'The patients do not have the tag.' },
    failures: [400, 401, 403, 404, 413],
    errors,
    guard: guardFields('unassignPatientTag'),
    operation: UnassignPatientTagDocument,
    variables: (request) => ({ input: { ...readTag(request), patientIds: readPatients(request) } }),
    reply: () => ({}),
  }),
  route({
    method: 'POST',
    path: '/v1/clinics/{clinicId}/sites',
    tag,
    summary: 'Creates a site of a clinic.',
    body: siteBody,
    success: siteReply,
    failures,
    errors,
    guard: guardFields('createSite'),
    operation: CreateSiteDocument,
    variables: (request) => ({ input: { clinicId: checkedClinicId(request), name: readName(request) } }),
    reply: ({ createSite }) => ({ body: siteOnWire(createSite.site) }),
  }),
  route({
    method: 'PUT',
    path: '/v1/clinics/{clinicId}/sites/{siteId}',
    tag,
    body: siteBody,
    success: siteReply,
    failures,
    errors,
    guard: guardFields('renameSite'),
    operation: RenameSiteDocument,
    variables: (request) => ({ input: { ...readSite(request), name: readName(request) } }),
    reply: ({ renameSite }) => ({ body: siteOnWire(renameSite.site) }),
  }),
  route({
    method: 'DELETE',
    path: '/v1/clinics/{clinicId}/sites/{siteId}',
    tag,
    success: { status: 204, description: 'The site does not exist.' },
    failures: [400, 401, 403, 404],
    errors,
    guard: guardFields('removeSite'),
    operation: RemoveSiteDocument,
    variables: (request) => ({ input: readSite(request) }),
    reply: () => ({}),
  }),
  route({
    method: 'POST',
    path: '/v1/clinics/{clinicId}/sites/{siteId}/merge',
    tag,
    summary: 'Merges the site in the body into the site in the path; for trusted servers.',
    body: jsonBody('SiteId', 'The site that is deleted.'),
    success: siteReply,
    failures: [400, 401, 403, 404, 413],
    errors,
    guard: guardFields('mergeSites'),
    operation: MergeSitesDocument,
    variables(request) {
      const sourceId = clinicBody(request.body).required('id', 'string');
      if (!isClinicId(sourceId)) throw badInput(`"${sourceId}" is not the id of a site.`);
      return { input: { ...readSite(request), sourceId } };
    },
    reply: ({ mergeSites }) => ({ body: siteOnWire(mergeSites.site) }),
  }),
  route({
    method: 'POST',
    path: '/v1/clinics/{clinicId}/patient_tags/{patientTagId}/site',
    tag,
    summary: 'Converts a tag to a site, with its patients; for trusted servers.',
    success: siteReply,
    failures: [400, 401, 403, 404, 409],
    errors,
    guard: guardFields('convertTagToSite'),
    operation: ConvertTagToSiteDocument,
    variables: (request) => ({ input: readTag(request) }),
    reply: ({ convertTagToSite }) => ({ body: siteOnWire(convertTagToSite.site) }),
  }),
];
