import { deduplicatorNames } from './deduplicators/choose';
import {
  integer,
  metadata,
  metadataList,
  object,
  objectType,
  text,
  textList,
  time,
} from './record-types/builders';
import { dataSetType, deviceTag, timeProcessing } from './record-types/families/upload';

const day = 86_400_000;
const weekInMinutes = 10_080;

const client = objectType('DataSetClient', {
  description: 'The application that made the upload.',
  fields: [
    text('name', { minLength: 1, description: 'Name of the application, usually a reversed domain name.' }),
    text('version', { minLength: 1, description: 'Version of the application.' }),
    metadata('private', { description: 'Whatever the application wants to find again at its next upload.' }),
  ],
});

const deduplicator = objectType('DataSetDeduplicator', {
  description: 'How records of the data set are recognized when they are uploaded again.',
  fields: [
    text('name', {
      minLength: 1,
      maxLength: 253,
      pattern: '^[A-Za-z0-9_-]+(\\.[A-Za-z0-9_-]+)+$',
      known: deduplicatorNames(),
      description: 'Name of the way, a reversed domain name.',
    }),
  ],
});

/** What an uploader may say of a data set when it creates it. */
export const dataSetBody = objectType('NewDataSet', {
  description: 'What an uploader says of a data set when it creates it.',
  fields: [
    text('id', {
      pattern: '^[0-9a-z]{32}$',
      // It is the id in addresses then, too.
      format: 'uploadId',
      formatWhen: { allAbsent: ['uploadId'] },
      description:
        'Id of the data set; better left to the server. Only with an `uploadId` may it have letters beyond f.',
    }),
    text('uploadId', {
      pattern: '^(upid_[0-9a-f]{12}|upid_[0-9a-f]{32}|[0-9a-f]{32})$',
      description: 'Id of the data set in addresses; better left to the server.',
    }),
    text('dataSetType', {
      enumeration: dataSetType,
      description: 'How the data set grows; `normal` when absent.',
    }),
    object('client', client, { description: 'The application that makes the upload.' }),
    object('deduplicator', deduplicator, { description: 'How repeated records are recognized.' }),
    text('deviceId', {
      minLength: 1,
      requiredWhen: {
        field: 'deduplicator.name',
        in: deduplicatorNames(({ needsDevice }) => needsDevice),
      },
      description: 'Identifies the device, usually by model and serial number.',
    }),
    textList('deviceManufacturers', {
      minItems: 1,
      itemMinLength: 1,
      unique: true,
      sorted: true,
      description: 'Makers of the device.',
    }),
    text('deviceModel', { minLength: 1, description: 'Model of the device.' }),
    text('deviceSerialNumber', { minLength: 1, description: 'Serial number of the device.' }),
    textList('deviceTags', {
      minItems: 1,
      itemEnumeration: deviceTag,
      unique: true,
      sorted: true,
      description: 'What kinds of device it is.',
    }),
    time('time', { nonZero: true, description: 'When the upload began; now when absent.' }),
    text('timezone', { format: 'timezone', description: 'Time zone of the device, from the IANA database.' }),
    integer('timezoneOffset', {
      minimum: -weekInMinutes,
      maximum: weekInMinutes,
      description: 'Minutes between UTC and local time, positive east of Greenwich.',
    }),
    text('timeProcessing', {
      enumeration: timeProcessing,
      description: 'How the times of the device were converted to UTC.',
    }),
    text('computerTime', { format: 'localTime', description: 'What the clock of the computer showed.' }),
    text('deviceTime', { format: 'localTime', description: 'What the clock of the device showed.' }),
    integer('clockDriftOffset', {
      minimum: -day,
      maximum: day,
      description: 'By how much the clock of the device was off, in milliseconds.',
    }),
    integer('conversionOffset', {
      description: 'Correction added to the times of the device, in milliseconds.',
    }),
    text('version', { minLength: 5, description: 'Version of the uploading application.' }),
    metadataList('annotations', { minItems: 1, maxItems: 100, description: 'Remarks for programs.' }),
    metadata('payload', { description: 'Free-form facts that the uploader adds, at most 4096 bytes.' }),
  ],
});

/** What the server says of a data set by itself; uploaders that send it are not refused. */
export const dataSetIgnoredKeys: ReadonlySet<string> = new Set([
  ...['type', 'byUser', 'createdUserId', 'createdTime', 'modifiedTime', 'modifiedUserId'],
  ...['deletedTime', 'deletedUserId'],
]);

/** What a trusted server may change of a continuous data set. */
export const dataSetUpdateBody = objectType('DataSetUpdate', {
  description: 'What to change of a continuous data set; what is absent stays.',
  fields: [
    text('deviceId', { minLength: 1, description: 'Identifies the device.' }),
    text('deviceModel', { minLength: 1, description: 'Model of the device.' }),
    text('deviceSerialNumber', { minLength: 2, description: 'Serial number of the device.' }),
    text('state', {
      enumeration: {
        graphqlName: 'DataSetState',
        description: 'Whether a data set still takes records.',
        values: { open: 'It takes records.', closed: 'It is complete.' },
      },
      description: '`closed` closes the data set for good.',
    }),
    time('time', { description: 'When the upload began.' }),
    text('timezone', { format: 'timezone', description: 'Time zone of the device.' }),
    integer('timezoneOffset', {
      minimum: -720,
      maximum: 840,
      description: 'Minutes between UTC and local time.',
    }),
  ],
});
