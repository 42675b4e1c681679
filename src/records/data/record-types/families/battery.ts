import { enumeration, number, objectType, text, time } from '../../../../platform/validation/builders';
import type { Condition } from '../../../../platform/validation/vocabulary';

const batteryState = enumeration('BatteryState', 'State of a battery.', {
  charging: 'Charging.',
  full: 'Full.',
  unplugged: 'Discharging.',
});

const percent = enumeration('BatteryUnits', "The unit of a battery's charge.", {
  percent: 'A fraction, where 1 is a full battery.',
});

const hasCharge: Condition = { anyPresent: ['remaining'] };

/** The battery of a device. */
export const battery = objectType('Battery', {
  description: 'The battery of a device.',
  fields: [
    time('time', { description: 'When the battery was checked.' }),
    text('state', { enumeration: batteryState, description: 'State of the battery.' }),
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
