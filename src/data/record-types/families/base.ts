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
} from '../builders';
import type { Field } from '../vocabulary';
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
    jsonList('changes', { required: true, description: 'What was changed, as JSON patch operations.' }),
  ],
});

/** The fields of every record. */
export const baseFields: readonly Field[] = [
  text('id', {
    format: 'recordId',
    generated: '32 random lower-case hexadecimal digits',
    description: 'Id of the record. The server makes one when none is sent.',
  }),
  text('type', { required: true, description: 'What kind of record this is.' }),
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
    description: 'By how much the clock of the device was found to be off, in milliseconds.',
  }),
  integer('conversionOffset', {
    unit: 'ms',
    description:
      'Correction that was added when the time of the device was converted to UTC, in milliseconds.',
  }),
  object('origin', origin, { description: 'Where the record came from before it was uploaded.' }),
  text('source', {
    equals: 'carelink',
    description: 'Marks records that were taken from an export of another data management service.',
  }),
  textList('tags', {
    minItems: 1,
    maxItems: 100,
    itemMinLength: 1,
    itemMaxLength: 100,
    unique: true,
    sorted: true,
    description: 'Words by which the record can be found, in alphabetical order.',
  }),
  textList('notes', {
    minItems: 1,
    maxItems: 100,
    itemMinLength: 1,
    itemMaxLength: 1000,
    emptyIsAbsent: true,
    description: 'Remarks of people about the record.',
  }),
  object('location', location, { description: 'Where the person was.' }),
  metadataList('annotations', {
    minItems: 1,
    maxItems: 100,
    emptyIsAbsent: true,
    unique: true,
    description: 'Remarks for programs, usually with a `code`: values out of range, guessed durations.',
  }),
  list('associations', association, {
    minItems: 1,
    maxItems: 100,
    description: 'Links to other records, files and web addresses.',
  }),
  metadata('payload', { description: 'Free-form facts that the sender adds, at most 4096 bytes.' }),
  list('history', historyEntry, { description: 'Earlier changes of the record, as sent.' }),
];

const deduplicator = objectType('RecordDeduplicator', {
  description: 'How the record is recognized when it is uploaded again.',
  fields: [text('hash', { description: 'Hash over what identifies the record.' })],
});

/** The fields that the server adds to stored records and ignores when they are sent. */
export const serverFields: readonly Field[] = [
  text('uploadId', { required: true, description: 'Id of the data set to which the record belongs.' }),
  object('deduplicator', deduplicator, {
    description: 'How the record is recognized when it is uploaded again, in data sets that compare hashes.',
  }),
];
