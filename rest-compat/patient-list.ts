import { PatientListResolver } from '../resolvers/patient-list';
import { clinicErrors as errors } from './clinic-body';
import { guardOfClinic } from './clinic-guards';
import { partOf, partParameters } from './clinic-query';
import { checkedClinicId } from './path-ids';
import { patientListOf } from './patient-list-query';
import { patientOnWire } from './patient-on-wire';
import { bulkRoute, type Route } from './route';
import { ref } from './schemas';

const parameters = {
  ...partParameters,
  search: {
    description:
      'Only patients with all of these words in name, address, record number or birthday, in any order and without regard to case and accents.',
  },
  sort: { description: '+ or - and a field, such as -lastData; by name when absent.' },
  sortType: { description: 'The summary that sort means: cgm or bgm.' },
  period: { description: 'The period that figures are of: 1d, 7d, 14d or 30d.' },
  tags: {
    description: 'Comma list of tags; patients have all of them. Without any id: patients without tags.',
  },
  sites: {
    description: 'Comma list of sites; patients are at one of them. Without any id: patients at none.',
  },
  omitNonStandardRanges: { description: 'Only patients with the standard ranges, or without any.' },
  lastReviewed: { description: 'Only patients last looked at at this instant or earlier.' },
  'cgm.lastDataFrom': { description: 'Only patients with sensor data of this instant or later.' },
  'cgm.lastDataTo': { description: 'Only patients whose last sensor data are older than this instant.' },
  'bgm.lastDataFrom': { description: 'Only patients with meter data of this instant or later.' },
  'bgm.lastDataTo': { description: 'Only patients whose last meter data are older than this instant.' },
  'cgm.timeInTargetPercent': {
    description:
      'A comparison such as >=0.7. The same goes for every other figure of the summaries, behind cgm. and bgm.',
  },
};

/** The list of the patients of a clinic. */
export const patientListRoutes: Route[] = [
  bulkRoute({
    method: 'GET',
    path: '/v1/clinics/{clinicId}/patients',
    tag: 'Clinics',
    summary: 'The patients of a clinic, filtered and sorted.',
    query: parameters,
    success: { status: 200, description: 'Patients, and how many there are.', schema: ref('PatientList') },
    failures: [400, 401, 403],
    errors,
    guard: guardOfClinic('patients'),
    call: (request) =>
      PatientListResolver.list(
        request.context,
        patientListOf(request.query, checkedClinicId(request)),
        partOf(request.query),
      ),
    reply: ({ patients, count, totalCount }) => ({
      body: { data: patients.map(patientOnWire), meta: { count, totalCount } },
    }),
  }),
];
