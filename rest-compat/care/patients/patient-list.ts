import { PatientListResolver } from '../../../resolvers/care/patients/patient-list';
import { clinicErrors as errors } from '../clinics/clinic-body';
import { guardOfClinic } from '../clinics/clinic-guards';
import { readPart, partParameters } from '../clinics/clinic-query';
import { checkedClinicId } from '../../path-ids';
import { figureParameters, readPatientList } from './patient-list-query';
import { patientOnWire } from './patient-on-wire';
import { bulkRoute, type Route } from '../../route';
import { ref } from '../../schemas';
import { describedAs } from '../../sentence';

const parameters = {
  ...partParameters,
  search: {
    description: describedAs('Clinic.patients(search)'),
  },
  sort: { description: '+ or - and a field, such as -lastData; by name if absent.' },
  sortType: { description: 'The summary that the sort field belongs to: cgm or bgm.' },
  period: { description: 'The period of the figures: 1d, 7d, 14d or 30d.' },
  tags: {
    description:
      'Ids of tags, separated by commas; patients must have all of them. Without ids: patients without tags.',
  },
  sites: {
    description:
      'Ids of sites, separated by commas; patients must belong to any of them. Without ids: patients without sites.',
  },
  omitNonStandardRanges: { description: describedAs('PatientFilterInput.omitNonStandardRanges') },
  lastReviewed: { description: describedAs('PatientFilterInput.reviewedUntil') },
  'cgm.lastDataFrom': { description: 'Only patients with sensor data at this instant or later.' },
  'cgm.lastDataTo': { description: 'Only patients whose last sensor data is older than this instant.' },
  'bgm.lastDataFrom': { description: 'Only patients with meter data at this instant or later.' },
  'bgm.lastDataTo': { description: 'Only patients whose last meter data is older than this instant.' },
  ...figureParameters,
};

/** The patient list of a clinic. */
export const patientListRoutes: Route[] = [
  bulkRoute({
    method: 'GET',
    path: '/v1/clinics/{clinicId}/patients',
    tag: 'Clinics',
    summary: 'The patients of a clinic, filtered and sorted.',
    query: parameters,
    success: { status: 200, description: 'The patients, and their number.', schema: ref('PatientList') },
    failures: [400, 401, 403],
    errors,
    guard: guardOfClinic('patients'),
    call: (request) =>
      PatientListResolver.list(
        request.context,
        readPatientList(request.query, checkedClinicId(request)),
        readPart(request.query),
      ),
    reply: ({ patients, count, totalCount }) => ({
      body: { data: patients.map(patientOnWire), meta: { count, totalCount } },
    }),
  }),
];
