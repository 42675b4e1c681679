import { getNamedType, isInputObjectType, isInterfaceType, isObjectType } from 'graphql';
import { graphParts } from '../../../src/surfaces';
import { buildPublicSchema } from '../../../src/graph/schema';

/** Why a field or argument is JSON. Everything else in the graph has a type. */
const reasons: Record<string, readonly string[]> = {
  'records that this release has no type for, which must be kept as they are': ['OldRecord.content'],
  'keys that senders choose': [
    'DataSetClient.private',
    'DataSetClientInput.private',
    'DataSource.metadata',
    'DataSourceUpdateInput.metadata',
    'DecisionIssue.metadata',
    'DecisionIssueInput.metadata',
    'MetricEvent.attributes',
    'NewDataSourceInput.metadata',
    'NewTaskInput.data',
    'RecordMetricsEventInput.attributes',
    'Task.data',
    'TaskUpdateInput.data',
  ],
  'collections whose keys applications choose': [
    'Query.metadata',
    'RelatedUser.preferences',
    'RelatedUser.settings',
    'UpdateMetadataInput.patch',
    'UpdateMetadataPayload.collection',
  ],
  'messages and forms of other systems, in their own formats': [
    'DeliveryStatusEvent.deliveryReason',
    'DeliveryStatusEventInput.deliveryReason',
    'ReceiveEhrMessageInput.message',
    'XealthEventInput.event',
    'XealthPreorderPayload.form',
  ],
  'errors that a worker or a provider reports in a form of its own': [
    'DataSource.error',
    'DataSourceUpdateInput.error',
    'NewDataSourceInput.error',
    'Task.error',
  ],
  'old and new values of any field': ['HistoryEntry.changes', 'HistoryEntryInput.changes'],
  'deprecated: a typed field stands beside it': [
    'ConfigureAlertsInput.config',
    'CreateDataSetInput.dataSet',
    'CreateDataSourceInput.dataSource',
    'CreateDeviceLogInput.entries',
    'CreateProviderSessionInput.providerSession',
    'CreateTaskInput.task',
    'DeleteDataInput.selectors',
    'Invitation.alertsConfig',
    'Patient.storedSummary',
    'SendInvitationInput.alertsConfig',
    'UpdateDataSetInput.changes',
    'UpdateDataSourceInput.changes',
    'UpdateProviderSessionInput.replacement',
    'UpdateTaskInput.changes',
  ],
  'records in the format of the REST route, beside typed ones': [
    'UploadDataInput.records',
    'UploadProviderDataInput.records',
  ],
  'records of legacy uploaders, of any type and barely checked': ['UploadLegacyDataInput.records'],
  'what services send between each other, in the form of the REST route': [
    'UpdatePatientSummaryInput.summary',
  ],
};

const reasoned = new Set(Object.values(reasons).flat());
/** Device data and annotations beside their typed fields: what the sender added to them has no type. */
const asSent = /\.(payload|raw)$/;

const isUntyped = (type: Parameters<typeof getNamedType>[0]): boolean =>
  /^JSON/.test(getNamedType(type)?.name ?? '');

const types = Object.values(buildPublicSchema(graphParts).getTypeMap()).filter(
  (type) => !type.name.startsWith('__'),
);
const outputs = types.filter((type) => isObjectType(type) || isInterfaceType(type));
const untypedFields = [...outputs, ...types.filter(isInputObjectType)].flatMap((type) =>
  Object.values(type.getFields())
    .filter((field) => isUntyped(field.type))
    .map((field) => `${type.name}.${field.name}`),
);
const untypedArguments = outputs.flatMap((type) =>
  Object.values(type.getFields()).flatMap((field) =>
    field.args
      .filter((argument) => isUntyped(argument.type))
      .map((argument) => `${type.name}.${field.name}(${argument.name})`),
  ),
);
const untyped = [...untypedFields, ...untypedArguments].filter((name) => !asSent.test(name));

it('has a type for every field and argument, or says why not', () => {
  expect(untyped.filter((name) => !reasoned.has(name))).toEqual([]);
});

it('says in its description that it is JSON, and why', () => {
  const silent = [...outputs, ...types.filter(isInputObjectType)].flatMap((type) =>
    Object.values(type.getFields())
      .filter((field) => isUntyped(field.type) && !field.deprecationReason)
      .map((field) => ({ name: `${type.name}.${field.name}`, description: field.description ?? '' }))
      .filter(({ name, description }) => reasoned.has(name) && !description.includes('JSON')),
  );
  expect(silent).toEqual([]);
});

it('names no field that has a type', () => {
  expect([...reasoned].filter((name) => !untyped.includes(name))).toEqual([]);
});
