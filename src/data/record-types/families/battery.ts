import { enumeration, number, objectType, text, time } from '../builders';
import type { Condition } from '../vocabulary';

const batteryState = enumeration('BatteryState', 'What a battery is doing.', {
  charging: 'It is being charged.',
  full: 'It is full.',
  unplugged: 'It is being used up.',
});

const percent = enumeration('BatteryUnits', 'The unit of the charge of a battery.', {
  percent: 'A fraction, where 1 is a full battery.',
});

const hasCharge: Condition = { anyPresent: ['remaining'] };

/** The battery of a device. */
export const battery = objectType('Battery', {
  description: 'The battery of a device.',
  fields: [
    time('time', { description: 'When the battery was looked at.' }),
    text('state', { enumeration: batteryState, description: 'What the battery is doing.' }),
    text('units', {
      enumeration: percent,
      requiredWhen: hasCharge,
      allowedWhen: hasCharge,
      description: 'The unit of the remaining charge.',
    }),
    number('remaining', {
      unitsFrom: 'units',
      bounds: { percent: [0, 1] },
      description: 'The remaining charge, from 0 to 1.',
    }),
  ],
  rules: [{ anyOf: ['state', 'remaining'] }],
});
