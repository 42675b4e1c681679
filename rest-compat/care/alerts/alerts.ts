import { AlertsResolver } from '../../../resolvers/care/alerts/alerts';
import { GlucoseUnits } from '../../../resolvers/records/data/glucose-units';
import { notFound } from '../../../src/platform/errors';
import { reasonErrors as errors } from '../../errors';
import {
  AlertsConfigDocument,
  AlertsConfigsAboutDocument,
  ConfigureAlertsDocument,
  DeleteAlertsConfigDocument,
  OverdueCommunicationsDocument,
  type AlertsConfigFieldsFragment,
} from '../../generated/operations';
import { route, type RestRequest, type Route } from '../../route';
import { ref } from '../../schemas';

const tag = 'Alerts';
const path = '/v1/users/{userId}/followers/{followerUserId}/alerts';

const readPair = ({ params: { userId = '', followerUserId = '' } }: RestRequest) => ({
  followedId: userId,
  followerId: followerUserId,
});

/** Keys without a value are omitted. */
const withoutNulls = (values: object): object =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));

/** A kind of alert, with the unit of its threshold as clients write it. */
const sectionOnWire = <Section extends { threshold: { value: number; units: keyof typeof GlucoseUnits } }>(
  section: Section | null,
) =>
  section && {
    ...section,
    threshold: { ...section.threshold, units: GlucoseUnits[section.threshold.units] },
  };

function onWire({
  followedId,
  followerId,
  dataSetId,
  urgentLow,
  low,
  high,
  ...silences
}: AlertsConfigFieldsFragment): object {
  return withoutNulls({
    userId: followerId,
    followedUserId: followedId,
    uploadId: dataSetId,
    urgentLow: sectionOnWire(urgentLow),
    low: sectionOnWire(low),
    high: sectionOnWire(high),
    ...silences,
  });
}

/** Alert configurations of followers. */
export const alertsRoutes: Route[] = [
  route({
    method: 'GET',
    path,
    tag,
    summary: 'The alert configuration of a follower.',
    success: { status: 200, description: 'The configuration.', schema: ref('AlertsConfig') },
    failures: [401, 403, 404],
    errors,
    operation: AlertsConfigDocument,
    variables: readPair,
    reply({ alertsConfig }) {
      if (!alertsConfig) throw notFound('No alerts are configured.');
      return { body: onWire(alertsConfig) };
    },
  }),
  route({
    method: 'POST',
    path,
    tag,
    summary: 'Configures alerts. Each section in the body replaces that section; the others stay.',
    body: { schema: ref('AlertsConfig'), description: 'The sections to replace.' },
    success: { status: 200, description: 'The alerts are configured.' },
    failures: [400, 401, 403, 413],
    errors,
    // Callers who may not act for the follower do not see validation errors; callers who may not follow get that error
    // first.
    guardOfComplaints: (request) => ({
      type: 'Mutation',
      field: 'configureAlerts',
      args: { input: { followerId: readPair(request).followerId } },
    }),
    operation: ConfigureAlertsDocument,
    variables: (request) => ({
      input: { ...readPair(request), config: AlertsResolver.checked(request.body) },
    }),
    reply: () => ({}),
  }),
  route({
    method: 'DELETE',
    path,
    tag,
    summary: 'Deletes the configuration of a follower, if there is one.',
    success: { status: 200, description: 'The follower has no configuration.' },
    failures: [401, 403],
    errors,
    operation: DeleteAlertsConfigDocument,
    variables: (request) => ({ input: readPair(request) }),
    reply: () => ({}),
  }),
  route({
    method: 'GET',
    path: '/v1/users/{userId}/followers/alerts',
    tag,
    summary: 'The alert configurations of all followers of an account. For trusted servers.',
    success: {
      status: 200,
      description: 'The configurations.',
      schema: { type: 'array', items: ref('AlertsConfig') },
    },
    failures: [401, 403, 404],
    errors,
    operation: AlertsConfigsAboutDocument,
    variables: ({ params: { userId = '' } }) => ({ followedId: userId }),
    reply({ alertsConfigsAbout }) {
      if (alertsConfigsAbout.length === 0) throw notFound('No alerts are configured.');
      return { body: alertsConfigsAbout.map(onWire) };
    },
  }),
  route({
    method: 'GET',
    path: '/v1/overdue_communications',
    tag,
    summary: 'Open data sets without data for five minutes, longest silence first. For trusted servers.',
    success: {
      status: 200,
      description: 'The data sets.',
      schema: { type: 'array', items: ref('OverdueCommunication') },
    },
    failures: [401, 403],
    errors,
    operation: OverdueCommunicationsDocument,
    variables: () => ({}),
    reply: ({ overdueCommunications }) => ({
      body: overdueCommunications.map(({ lastReceivedTime, ...dataSet }) => ({
        ...dataSet,
        lastReceivedDeviceData: lastReceivedTime,
      })),
    }),
  }),
];
