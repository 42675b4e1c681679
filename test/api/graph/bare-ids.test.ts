import { readFileSync } from 'node:fs';
import { buildSchema, getNamedType, isCompositeType, isObjectType, type GraphQLObjectType } from 'graphql';

const schema = buildSchema(readFileSync('schema/schema.graphql', 'utf8'));

/** Where an id leads, if that has another name than the id. */
const leadsTo: Readonly<Record<string, readonly string[]>> = {
  uploadId: ['dataSet'],
  userId: ['user', 'owner', 'patient', 'profile'],
  accountId: ['thread'],
  parentId: ['thread'],
  actorId: ['actor'],
  sourceId: ['source'],
  targetId: ['target'],
  createdByUserId: ['createdBy'],
  createdUserId: ['createdBy'],
  modifiedUserId: ['modifiedBy'],
  prescriberUserId: ['prescriber'],
  patientUserId: ['patient'],
};

/** Ids of objects that the graph does not lead to from there, and why. */
const bare: Readonly<Record<string, readonly string[]>> = {
  'Named by a device, an application or another service.': [
    ...['DataSource.providerExternalId'],
    ...['ProviderSession.externalId', 'EhrSettings.sourceId', 'OAuthClient.clientId', 'SigningKey.keyId'],
    ...['XealthProgram.programId', 'ReceivedEhrMessage.documentId', 'PrescriptionRevision.revisionId'],
  ],
  'A line of the access log names accounts as they were; some exist no more.': [
    ...['AccessLogShareChange.clinicId', 'AccessLogShareChange.memberId'],
  ],
  'The key of an open invitation, which is the object itself.': ['Clinician.inviteId'],
  'The clinician is somebody else’s account: members of a clinic see each other as clinicians.': [
    ...['Clinician.userId', 'MergedClinician.userId'],
  ],
  'Work of trusted servers, which ask with the ids.': [
    ...['OutdatedSummaries.userIds', 'OverdueCommunication.dataSetId', 'OverdueCommunication.userId'],
    ...['DataSource.providerSessionId', 'DataSource.dataSetIds', 'TokenInfo.userId'],
    ...['MergeConflict.userId', 'MergedPatient.userId', 'SessionEnd.sessionIds'],
  ],
  'Administrators find the account by its id, in `Admin.accounts`.': ['AdminClinicMember.userId'],
  'The data set of a person whom the caller may follow without seeing the data.': ['AlertsConfig.dataSetId'],
  'A clinic does not see the data sources of an account, only what it was told of them.': [
    'PatientDataSource.dataSourceId',
  ],
  'The object is gone.': [
    ...['RemovedPayload.removedId', 'RemovedAllPayload.removedIds', 'AcceptInvitationPayload.removedId'],
    ...['CancelClinicianInvitationPayload.removedId', 'CancelClinicianInvitationPayload.removedClinicianId'],
    ...['ClinicPermissionsPayload.removedId', 'RemoveClinicPermissionPayload.removedId'],
    ...['MergeClinicsPayload.removedId', 'PermissionsPayload.removedId', 'ClinicianPayload.removedId'],
    ...['PatientPayload.removedId', 'SitePayload.removedId'],
    ...['DeleteBlobsPayload.removedIds', 'DeleteRestrictedTokensPayload.removedIds'],
  ],
  'The revision of the prescription leads there.': ['PrescribedSettings.pumpId', 'PrescribedSettings.cgmId'],
  'Part of an object that was reached from the account or the clinic.': [
    ...['ContinuousSummary.userId', 'GlucoseSummary.userId', 'GlucoseStatistics.userId'],
    ...['PatientListChange.clinicId', 'RealtimeReport.clinicId', 'RealtimeEntry.userId'],
    ...['SignupConfirmation.clinicId', 'StuckPatient.userId'],
  ],
};

/** The fields that an id may lead to: `clinicId` to `clinic`, for example. */
const edgesOf = (type: GraphQLObjectType): Set<string> =>
  new Set(
    Object.values(type.getFields())
      .filter((field) => isCompositeType(getNamedType(field.type)))
      .map(({ name }) => name),
  );

it('an id of something else has an edge beside it, or it is known why not', () => {
  const found: string[] = [];
  for (const type of Object.values(schema.getTypeMap()).filter(isObjectType)) {
    if (type.name.startsWith('__') || type.getInterfaces().some(({ name }) => name === 'Datum')) continue;
    const edges = edgesOf(type);
    for (const { name, type: fieldType } of Object.values(type.getFields())) {
      const [, thing] = /^(\w+)Ids?$/.exec(name) ?? [];
      if (thing === undefined || isCompositeType(getNamedType(fieldType))) continue;
      const names = [thing, `${thing}s`, ...(leadsTo[name] ?? [])];
      if (!names.some((each) => edges.has(each))) found.push(`${type.name}.${name}`);
    }
  }
  expect(Object.values(bare).flat().toSorted()).toEqual(found.toSorted());
});
