import { enumeration, text, textList } from '../../../../platform/validation/builders';
import { type LegacyType, usualIdFields } from '../legacy-type';

const deviceTag = enumeration('LegacyDeviceTag', 'Type of device.', {
  'insulin-pump': 'An insulin pump.',
  cgm: 'A glucose sensor.',
  bgm: 'A blood glucose meter.',
  fgm: 'A flash glucose sensor.',
  pen: 'An insulin pen.',
  manual: 'None: entered by hand.',
});

const required = (name: string, description: string) => text(name, { required: true, description });

/** Announces an upload: it becomes a data set. */
export const uploadType: LegacyType = {
  type: 'upload',
  description: 'An upload from one device, by one application.',
  hasDeviceTime: false,
  idFields: usualIdFields,
  fields: [
    required('computerTime', 'What the clock of the computer showed.'),
    required('timezone', 'Time zone of the device.'),
    required('byUser', 'Who made the upload.'),
    textList('deviceTags', {
      required: true,
      itemEnumeration: deviceTag,
      description: 'Types of the device.',
    }),
    textList('deviceManufacturers', { required: true, description: 'Manufacturers of the device.' }),
    required('deviceModel', 'Model of the device.'),
    required('deviceSerialNumber', 'Serial number of the device.'),
    required('timeProcessing', 'How its times were converted to UTC.'),
    required('version', 'Application that made the upload, and its version.'),
  ],
};
