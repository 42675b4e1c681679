import { localTime, number, text } from '../../../../platform/validation/builders';
import type { Field } from '../../../../platform/validation/vocabulary';

/** Validation of every legacy record. */
export const legacyBaseFields: readonly Field[] = [
  text('id', { minLength: 1, description: 'Id of the record; computed from other fields if absent.' }),
  text('time', {
    required: true,
    description: 'When it happened: a date in any supported format, with a zone.',
  }),
  text('deviceId', { required: true, description: 'Identifies the device.' }),
  text('uploadId', { required: true, isId: true, description: 'The upload that the record belongs to.' }),
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
