import { enumeration, json, recordType, text, textList } from '../builders';

export const dataSetType = enumeration('DataSetType', 'How a data set grows.', {
  continuous: 'It stays open, and its records are visible at once.',
  normal: 'It is closed after the upload, and its records are visible from then on.',
});

export const deviceTag = enumeration('DeviceTag', 'What kind of device data was uploaded from.', {
  'activity-monitor': 'An activity monitor.',
  bgm: 'A blood glucose meter.',
  cgm: 'A continuous glucose monitor.',
  fgm: 'A flash glucose monitor.',
  'insulin-pump': 'An insulin pump.',
  manual: 'No device: the data was entered by hand.',
  pen: 'An insulin pen.',
});

export const timeProcessing = enumeration(
  'TimeProcessing',
  'How the times of a device were converted to UTC before the upload.',
  {
    'across-the-board-timezone': 'With one time zone for all records.',
    none: 'Not at all: the device told the time in UTC.',
    'utc-bootstrapping': 'Backwards from the present, following the changes of the clock of the device.',
  },
);

export const uploadRecords = [
  recordType({
    type: 'upload',
    graphqlName: 'Upload',
    readOnly: true,
    description: 'A data set as it stands among the records that it brought.',
    fields: [
      text('dataSetType', { enumeration: dataSetType, description: 'How the data set grows.' }),
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
      textList('deviceManufacturers', { sorted: true, description: 'Makers of the device.' }),
      text('deviceModel', { description: 'Model of the device.' }),
      text('deviceSerialNumber', { description: 'Serial number of the device.' }),
      textList('deviceTags', {
        itemEnumeration: deviceTag,
        sorted: true,
        description: 'What kinds of device it is.',
      }),
    ],
  }),
];
