import {
  integer,
  jsonList,
  list,
  metadata,
  metadataList,
  object,
  objectType,
  text,
  textList,
  time,
} from '../../../../platform/validation/builders';
import type { Field } from '../../../../platform/validation/vocabulary';
import { association } from './association';
import { location } from './location';
import { origin } from './origin';
import { day } from './units';

/** Minutes in a week, more than any two clocks differ by mistake of the zone. */
const weekInMinutes = 7 * 24 * 60;

const historyEntry = objectType('HistoryEntry', {
  description: 'An earlier change of a record.',
  fields: [
    time('time', { required: true, description: 'When the change was made.' }),
    jsonList('changes', {
      required: true,
      description: 'What was changed, as JSON patch operations: they hold old and new values of any field.',
    }),
  ],
});

/** The fields of every record. */
export const baseFields: readonly Field[] = [
  text('id', {
    format: 'recordId',
    generated: '32 lower-case hexadecimal digits',
    description: 'Id of the record.',
  }),
  text('type', { required: true, description: 'Type of the record.' }),
  time('time', {
    required: true,
    nonZero: true,
    description: 'The instant to which the record belongs, in UTC.',
  }),
  text('deviceId', {
    minLength: 1,
    description: 'Identifies the device, usually by model and serial number.',
  }),
  text('deviceTime', {
    format: 'localTime',
    description: 'What the clock of the device showed, without a zone.',
  }),
  text('timezone', {
    format: 'timezone',
    description: 'Name of the time zone in which the record was made, from the IANA database.',
  }),
  integer('timezoneOffset', {
    minimum: -weekInMinutes,
    maximum: weekInMinutes,
    unit: 'min',
    description: 'Minutes between UTC and local time, positive east of Greenwich.',
  }),
  integer('clockDriftOffset', {
    minimum: -day,
    maximum: day,
    unit: 'ms',
    description: 'Offset by which the clock of the device was off, in milliseconds.',
  }),
  integer('conversionOffset', {
    unit: 'ms',
    description: 'Correction added when the device time was converted to UTC, in milliseconds.',
  }),
  object('origin', origin, { description: 'The origin of the record before it was uploaded.' }),
  text('source', {
    equals: 'carelink',
    description: 'Marks records taken from an export of another data management service.',
  }),
  textList('tags', {
    minItems: 1,
    maxItems: 100,
    itemMinLength: 1,
    itemMaxLength: 100,
    unique: true,
    sorted: true,
    description: 'Tags for finding the record, in alphabetical order.',
  }),
  textList('notes', {
    minItems: 1,
    maxItems: 100,
    itemMinLength: 1,
    itemMaxLength: 1000,
    emptyIsAbsent: true,
    description: 'Notes by people about the record.',
  }),
  object('location', location, { description: 'The person’s location.' }),
  metadataList('annotations', {
    minItems: 1,
    maxItems: 100,
    emptyIsAbsent: true,
    unique: true,
    description: 'Technical notes, usually with a `code`: values out of range, estimated durations.',
  }),
  list('associations', association, {
    minItems: 1,
    maxItems: 100,
    description: 'Links to other records, files and web addresses.',
  }),
  metadata('payload', { description: 'Free-form metadata from the sender, at most 4096 bytes.' }),
  list('history', historyEntry, { description: 'Earlier changes of the record, as sent.' }),
];

const deduplicator = objectType('RecordDeduplicator', {
  description: 'How repeated uploads of the record are recognized.',
  fields: [text('hash', { description: 'Hash of the identifying fields of the record.' })],
});

/** Server-generated fields of stored records, ignored when sent. */
export const serverFields: readonly Field[] = [
  text('uploadId', {
    required: true,
    isId: true,
    description: 'Id of the data set that the record belongs to.',
  }),
  object('deduplicator', deduplicator, {
    description: 'How repeated uploads of the record are recognized, in data sets that compare hashes.',
  }),
];
