import { readFileSync } from 'node:fs';
import {
  buildSchema,
  getNamedType,
  getNullableType,
  isAbstractType,
  isListType,
  isObjectType,
  type GraphQLNamedType,
  type GraphQLObjectType,
} from 'graphql';

const schema = buildSchema(readFileSync('schema/schema.graphql', 'utf8'));

/** Plain lists that are no part of a record, by what keeps them short. */
const bounds: Readonly<Record<string, readonly string[]>> = {
  'The words of an enumeration or a table in the code, each at most once.': [
    ...['AccessLogEntry.permissions', 'AccessLogShareChange.after', 'AccessLogShareChange.before'],
    ...['Share.permissions', 'Invitation.permissions', 'Query.permissions', 'Patient.permissions'],
    ...['RelatedUser.given', 'RelatedUser.received', 'RelatedUser.roles'],
    ...['PermissionsPayload.permissions', 'ClinicPermissionsPayload.permissions'],
    ...['RemoveClinicPermissionPayload.permissions'],
    ...[
      'AdminAccount.roles',
      'AdminClinicMember.roles',
      'ResendMailsPayload.kinds',
      'User.roles',
      'Clinician.roles',
      'ClinicianInvitation.roles',
    ],
    ...['MergedClinician.resultingRoles', 'OAuthClient.roles', 'OAuthClient.grants'],
    ...['ConsentRecord.organizations', 'DataAdded.types', 'User.latestData', 'Query.metadataCollections'],
    ...['SummaryDates.lastUpdatedReason', 'SummaryDates.outdatedReason'],
    ...['PatientCount.providers', 'ProviderCount.states', 'MergePlan.settings', 'MergePlan.errors'],
    ...['Patient.connectionRequests', 'AccessLogEntry.fields'],
    ...['EhrTags.codes', 'EhrOrder.subscriptions', 'Query.xealthPrograms'],
  ],
  'Set by the operator or released with the code.': [
    ...['Admin.backends', 'Admin.clients', 'Admin.keys', 'Admin.settings', 'OAuthClient.redirectUris'],
    ...['DatabaseMigrations.pending', 'User.identityProviders', 'LoopVersions.criticalUpdateNeeded'],
    ...['Clinic.membershipRestrictions', 'MembershipRestrictionsPayload.restrictions'],
    ...['MergePlan.sourceRestrictions', 'MergePlan.targetRestrictions'],
    ...['Query.consents', 'Query.cgms', 'Query.pumps'],
    ...['PrescribableCgm.manufacturers', 'PrescribablePump.manufacturers'],
  ],
  'An account has one.': ['User.emails', 'RelatedUser.emails'],
  'The last two are kept.': ['Patient.reviews', 'PatientReviewsPayload.reviews', 'TideEntry.reviews'],
  'A clinic has at most 50 tags and 50 sites, each clinician two clinics in a merge.': [
    ...['Clinic.patientTags', 'Clinic.sites', 'Patient.tags', 'Patient.tagIds', 'Patient.sites'],
    ...[
      'TideEntry.tagIds',
      'TideConfig.tagIds',
      'TideEntry.tags',
      'TideConfig.tags',
      'MergePlan.tags',
      'MergePlan.sites',
    ],
    ...['MergedPatient.sourceTags', 'MergedPatient.targetTags', 'MergedPatient.resultingTags'],
    ...['MergedPatient.sourceSites', 'MergedPatient.targetSites', 'MergedPatient.resultingSites'],
    ...['MergedLabel.workspaces', 'MergedClinician.workspaces', 'Clinic.statistics'],
    ...['ClinicIntervalStatistics.groups'],
  ],
  'Checked when it is stored: at most 100 devices, phone numbers or stuck patients, 10 paths, 5 thresholds, 1,000 data sets.':
    [
      ...['Patient.targetDevices', 'PatientProfile.targetDevices', 'Clinic.phoneNumbers'],
      ...['Clinic.stuckPatients', 'RestrictedToken.paths', 'CustomRanges.thresholds'],
      ...['DataSource.dataSetIds', 'Patient.dataSources', 'TideEntry.dataSources'],
    ],
  'At most 53 intervals of the calendar.': ['Clinic.statisticsOverTime'],
  'The newest of each account or order are kept: 20 browsers, messages and reports.': [
    ...['User.webPushSubscriptions', 'EhrOrder.messages', 'EhrOrder.scheduledReports'],
  ],
  'Within a day, a range of at most 366 days, or four periods.': [
    ...['GlucoseProfile.bins', 'GlucoseProfile.daily', 'GlucoseProfileBin.percentiles'],
    ...['GlucoseStatistics.byDay', 'GlucoseStatistics.byHour'],
    ...['GlucoseSummary.periods', 'ContinuousSummary.periods', 'PatientSummary.periods'],
    ...['PrescribedSettings.basalRateSchedule'],
    ...['PrescribedSettings.bloodGlucoseTargetSchedule', 'PrescribedSettings.carbohydrateRatioSchedule'],
    ...['PrescribedSettings.insulinSensitivitySchedule'],
    ...['PatientReport.tables', 'ReportTable.figures'],
  ],
  'The caller or the answer limits it, as the description says: 50 of the TIDE report, 100 of nodes and new records, 1,000 patients or removed ids.':
    [
      ...['TideReport.categories', 'TideCategory.patients', 'Query.nodes', 'DataAdded.records'],
      ...['RealtimeReport.patients', 'OutdatedSummaries.userIds', 'Query.migratableSummaries'],
      ...['Query.overdueCommunications', 'UploadLegacyDataPayload.duplicates', 'UserError.field'],
      ...['SessionEnd.sessionIds', 'AccessLogEntry.consents', 'TagPatientsPayload.patients'],
      ...['DeleteBlobsPayload.removedIds', 'DeleteRestrictedTokensPayload.removedIds'],
    ],
  'What an account has of a kind: invitations to one address, connections, places in clinics.': [
    'RemovedAllPayload.removedIds',
  ],
  'Records with the same record number or name: those of a person who was entered twice.': [
    ...['EhrMatchPayload.patients', 'MergedPatient.conflicts'],
    ...['MergePlan.sourceClusters', 'MergePlan.targetClusters'],
  ],
};

/** Names of the types that only records lead to, and of the records themselves. */
function partsOfRecords(): Set<string> {
  const found = new Set<string>();
  const open = ['Datum', 'DataSet'].flatMap((name) => objectsOf(schema.getType(name) as GraphQLNamedType));
  for (let type = open.pop(); type; type = open.pop()) {
    if (found.has(type.name)) continue;
    found.add(type.name);
    const next = Object.values(type.getFields()).flatMap((field) => objectsOf(getNamedType(field.type)));
    open.push(...next.filter((each) => !isEntity(each)));
  }
  return found;
}

/** An object type itself, or the members of an abstract one. */
function objectsOf(type: GraphQLNamedType): readonly GraphQLObjectType[] {
  if (isObjectType(type)) return [type];
  return isAbstractType(type) ? schema.getPossibleTypes(type) : [];
}

const isEntity = (type: GraphQLObjectType): boolean =>
  type.getInterfaces().some(({ name }) => name === 'Node') || type.name.endsWith('Connection');

it('lists that can grow have pages: of the others it is known why they stay short', () => {
  const inRecords = partsOfRecords();
  const plain = Object.values(schema.getTypeMap())
    .filter(isObjectType)
    .filter(({ name }) => !name.startsWith('__') && !name.endsWith('Connection') && !inRecords.has(name))
    .flatMap((type) =>
      Object.values(type.getFields())
        .filter((field) => isListType(getNullableType(field.type)) && !field.deprecationReason)
        .filter(({ name }) => name !== 'userErrors')
        .map(({ name }) => `${type.name}.${name}`),
    );
  expect(Object.values(bounds).flat().toSorted()).toEqual(plain.toSorted());
});
