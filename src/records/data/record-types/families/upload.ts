import { enumeration, json, recordType, text, textList } from '../../../../platform/validation/builders';

export const dataSetType = enumeration('DataSetType', 'Type of a data set.', {
  continuous: 'Continuous: stays open; its records are visible at once.',
  normal: 'Normal: closed after the upload; its records become visible then.',
});

export const deviceTag = enumeration('DeviceTag', 'Type of device.', {
  'activity-monitor': 'An activity monitor.',
  bgm: 'A blood glucose meter.',
  cgm: 'A continuous glucose monitor.',
  fgm: 'A flash glucose monitor.',
  'insulin-pump': 'An insulin pump.',
  manual: 'None: entered by hand.',
  pen: 'An insulin pen.',
});

export const timeProcessing = enumeration(
  'TimeProcessing',
  'How device times were converted to UTC before the upload.',
  {
    'across-the-board-timezone': 'With one time zone for all records.',
    none: 'None: the device reported UTC.',
    'utc-bootstrapping': 'Backwards from the present, following clock changes of the device.',
  },
);

export const uploadRecords = [
  recordType({
    type: 'upload',
    graphqlName: 'Upload',
    readOnly: true,
    description: 'A data set, as it appears among its records.',
    fields: [
      text('dataSetType', { enumeration: dataSetType, description: 'Type of the data set.' }),
      text('byUser', { description: 'Id of the account that made the upload.' }),
      json('client', { description: 'The application that made the upload.' }),
      text('version', { minLength: 5, description: 'Version of the application that made the upload.' }),
      text('computerTime', {
        format: 'localTime',
        description: 'What the clock of the uploading computer showed, without a zone.',
      }),
      text('timeProcessing', {
        enumeration: timeProcessing,
        description: 'How the times of the device were converted to UTC.',
      }),
      textList('deviceManufacturers', { sorted: true, description: 'Manufacturers of the device.' }),
      text('deviceModel', { description: 'Model of the device.' }),
      text('deviceSerialNumber', { description: 'Serial number of the device.' }),
      textList('deviceTags', {
        itemEnumeration: deviceTag,
        sorted: true,
        description: 'Types of the device.',
      }),
    ],
  }),
];
