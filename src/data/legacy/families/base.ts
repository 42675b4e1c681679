import { localTime, number, text } from '../../record-types/builders';
import type { Field } from '../../record-types/vocabulary';

/** What is checked of every record of the old upload route. */
export const legacyBaseFields: readonly Field[] = [
  text('id', { minLength: 1, description: 'Id of the record; computed from other fields when absent.' }),
  text('time', { required: true, description: 'When it happened: any readable date with a zone.' }),
  text('deviceId', { required: true, description: 'Identifies the device.' }),
  text('uploadId', { required: true, description: 'The upload that the record came with.' }),
  number('timezoneOffset', { description: 'Minutes between UTC and local time.' }),
  number('conversionOffset', {
    description: 'Correction added to the times of the device, in milliseconds.',
  }),
  number('clockDriftOffset', {
    description: 'By how much the clock of the device was off, in milliseconds.',
  }),
];

const deviceTime = { description: 'What the clock of the device showed.' };

export const requiredDeviceTime: Field = localTime('deviceTime', { ...deviceTime, required: true });
export const optionalDeviceTime: Field = localTime('deviceTime', deviceTime);
