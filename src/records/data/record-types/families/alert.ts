import {
  enumeration,
  integer,
  recordType,
  shortText,
  text,
  time,
} from '../../../../platform/validation/builders';
import type { Condition } from '../../../../platform/validation/vocabulary';

const priority = enumeration('AlertPriority', 'The urgency of an alert.', {
  critical: "Critical: it overrides the phone's settings.",
  normal: 'Low priority.',
  timeSensitive: 'Timely: it should be seen soon.',
});

const trigger = enumeration('AlertTrigger', 'When an alert is displayed.', {
  delayed: 'After a delay.',
  immediate: 'At once.',
  repeating: 'Repeatedly.',
});

const sound = enumeration('AlertSound', 'How an alert makes itself noticed.', {
  name: 'With a sound, named in `soundName`.',
  silence: 'Silently.',
  vibrate: 'By vibration.',
});

const isDelayed: Condition = { field: 'trigger', in: ['delayed', 'repeating'] };
const hasNamedSound: Condition = { field: 'sound', in: ['name'] };

export const alertRecords = [
  recordType({
    type: 'alert',
    graphqlName: 'Alert',
    description: 'An alert that a device or an application showed.',
    fields: [
      shortText('name', { required: true, description: 'Type of the alert.' }),
      text('priority', { enumeration: priority, description: 'How urgent it is.' }),
      text('trigger', { enumeration: trigger, description: 'When the alert is displayed.' }),
      integer('triggerDelay', {
        minimum: 0,
        maximum: 86_400,
        unit: 's',
        requiredWhen: isDelayed,
        allowedWhen: isDelayed,
        description: 'The delay before it is shown, or between repetitions, in seconds.',
      }),
      text('sound', { enumeration: sound, description: 'How it makes itself noticed.' }),
      shortText('soundName', {
        requiredWhen: hasNamedSound,
        allowedWhen: hasNamedSound,
        description: 'Name of the sound.',
      }),
      time('issuedTime', { required: true, nonZero: true, description: 'When the alert was issued.' }),
      time('acknowledgedTime', { notBefore: 'issuedTime', description: 'When the person acknowledged it.' }),
      time('retractedTime', { notBefore: 'issuedTime', description: 'When the alert was retracted.' }),
    ],
  }),
];
