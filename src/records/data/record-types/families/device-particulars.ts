import { shortText, textList } from '../../../../platform/validation/builders';
import type { Field } from '../../../../platform/validation/vocabulary';

/** Details of a device in its settings. */
export const deviceParticulars: readonly Field[] = [
  textList('manufacturers', {
    minItems: 1,
    maxItems: 10,
    itemMinLength: 1,
    itemMaxLength: 100,
    unique: true,
    sorted: true,
    description: 'Manufacturers of the device, in alphabetical order.',
  }),
  shortText('name', { description: 'Name of the device.' }),
  shortText('model', { description: 'Model of the device.' }),
  shortText('serialNumber', { description: 'Serial number of the device.' }),
  shortText('firmwareVersion', { description: 'Version of the firmware of the device.' }),
  shortText('hardwareVersion', { description: 'Version of the hardware of the device.' }),
  shortText('softwareVersion', { description: 'Version of the software of the device.' }),
];
