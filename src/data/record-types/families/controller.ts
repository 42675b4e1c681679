import { boolean, enumeration, object, objectType, recordType, text } from '../builders';
import { battery } from './battery';
import { deviceParticulars } from './device-particulars';

const authorization = enumeration('NotificationAuthorization', 'Whether an application may notify.', {
  authorized: 'It may.',
  denied: 'It may not.',
  ephemeral: 'It may for a short time.',
  notDetermined: 'Nobody has decided yet.',
  provisional: 'It may, without interrupting.',
});

const alertStyle = enumeration('NotificationStyle', 'How a notification is shown.', {
  alert: 'In a window that waits for an answer.',
  banner: 'In a banner that goes away.',
  none: 'Not at all.',
});

const device = objectType('ControllerDevice', {
  description: 'The phone or handheld that controls other devices.',
  fields: deviceParticulars,
  rules: [{ anyOf: deviceParticulars.map((field) => field.name) }],
});

const notifications = objectType('ControllerNotifications', {
  description: 'How a controlling application may notify the person.',
  fields: [
    text('authorization', { enumeration: authorization, description: 'Whether the application may notify.' }),
    boolean('alert', { description: 'Whether it may show notifications.' }),
    boolean('criticalAlert', { description: 'Whether it may sound even when the phone is muted.' }),
    boolean('badge', { description: 'Whether it may put a badge on its icon.' }),
    boolean('sound', { description: 'Whether it may make sounds.' }),
    boolean('announcement', { description: 'Whether notifications may be read out.' }),
    boolean('notificationCenter', {
      description: 'Whether notifications are listed in the notification center.',
    }),
    boolean('lockScreen', { description: 'Whether notifications are shown on the locked screen.' }),
    text('alertStyle', { enumeration: alertStyle, description: 'How notifications are shown.' }),
  ],
  rules: [
    {
      anyOf: [
        'authorization',
        'alert',
        'criticalAlert',
        'badge',
        'sound',
        'announcement',
        'notificationCenter',
        'lockScreen',
        'alertStyle',
      ],
    },
  ],
});

export const controllerRecords = [
  recordType({
    type: 'controllerSettings',
    graphqlName: 'ControllerSettings',
    description: 'Settings of the phone or handheld that controls other devices.',
    fields: [
      object('device', device, { description: 'The phone or handheld.' }),
      object('notifications', notifications, { description: 'How it may notify the person.' }),
    ],
    rules: [{ anyOf: ['device', 'notifications'] }],
  }),
  recordType({
    type: 'controllerStatus',
    graphqlName: 'ControllerStatus',
    description: 'State of the phone or handheld that controls other devices.',
    fields: [object('battery', battery, { required: true, description: 'Its battery.' })],
  }),
];
