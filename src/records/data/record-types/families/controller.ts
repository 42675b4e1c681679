import {
  boolean,
  enumeration,
  object,
  objectType,
  recordType,
  text,
} from '../../../../platform/validation/builders';
import { battery } from './battery';
import { deviceParticulars } from './device-particulars';

const authorization = enumeration('NotificationAuthorization', 'Notification authorization.', {
  authorized: 'Authorized.',
  denied: 'Denied.',
  ephemeral: 'Ephemeral.',
  notDetermined: 'Not determined.',
  provisional: 'Provisional: authorized without interrupting.',
});

const alertStyle = enumeration('NotificationStyle', 'Notification style.', {
  alert: 'In a dialog that waits for an answer.',
  banner: 'In a banner that disappears.',
  none: 'None.',
});

const device = objectType('ControllerDevice', {
  description: 'The phone or handheld that controls other devices.',
  fields: deviceParticulars,
  rules: [{ anyOf: deviceParticulars.map((field) => field.name) }],
});

const notifications = objectType('ControllerNotifications', {
  description: 'Notification permissions of the controlling application.',
  fields: [
    text('authorization', { enumeration: authorization, description: 'Whether the application may notify.' }),
    boolean('alert', { description: 'Whether it may show notifications.' }),
    boolean('criticalAlert', { description: 'Whether it may sound even when the phone is muted.' }),
    boolean('badge', { description: 'Whether it may put a badge on its icon.' }),
    boolean('sound', { description: 'Whether it may make sounds.' }),
    boolean('announcement', { description: 'Whether notifications may be read aloud.' }),
    boolean('notificationCenter', {
      description: 'Whether notifications are listed in the notification center.',
    }),
    boolean('lockScreen', { description: 'Whether notifications are shown on the lock screen.' }),
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
      object('notifications', notifications, { description: 'What the phone allows the app to show.' }),
    ],
    rules: [{ anyOf: ['device', 'notifications'] }],
  }),
  recordType({
    type: 'controllerStatus',
    graphqlName: 'ControllerStatus',
    description: 'State of the phone or handheld that controls other devices.',
    fields: [object('battery', battery, { required: true, description: 'The battery of the phone.' })],
  }),
];
