import { ArgsType, Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { isoTime } from '../../../src/platform/clock';
import { badInput } from '../../../src/platform/errors';
import { deviceLogMediaType, deviceLogOnWire } from '../../../src/records/device-logs/device-log-on-wire';
import type { DeviceLogEntity } from '../../../src/records/device-logs/device-log.entity';
import { pageArguments } from '../../page-arguments';
import { PageInfo } from '../../page-info';
import { DateTime, Json, JsonObject } from '../../scalars';

@ObjectType({ description: 'A phone’s log of its communication with devices during a time range.' })
export class DeviceLog {
  @Field(() => ID, { description: 'Id of the log.' })
  id!: string;

  @Field(() => ID, { description: 'Account that the log belongs to.' })
  userId!: string;

  @Field({ description: 'Media type of the log: always `application/json`.' })
  mediaType!: string;

  @Field({ description: 'MD5 of the log in base64.' })
  digestMD5!: string;

  @Field(() => Int, { description: 'Size of the log in bytes.' })
  size!: number;

  @Field(() => DateTime, { description: 'Start of the log.' })
  startAtTime!: number;

  @Field(() => DateTime, { description: 'End of the log.' })
  endAtTime!: number;

  @Field(() => DateTime, { description: 'When the log was stored.' })
  createdTime!: number;

  @Field(() => JsonObject, { description: 'Metadata of the log, as the REST routes return it.' })
  raw!: object;
}

/** Maps a device log to its GraphQL type. */
export function toDeviceLog(log: DeviceLogEntity): DeviceLog {
  const { id, userId, digestMD5, size, startTime, endTime, createdTime } = log;
  return Object.assign(new DeviceLog(), {
    id,
    userId,
    mediaType: deviceLogMediaType,
    digestMD5,
    size,
    startAtTime: startTime,
    endAtTime: endTime,
    createdTime,
    raw: deviceLogOnWire(log),
  });
}

@ObjectType({ description: 'A device log and its cursor.' })
export class DeviceLogEdge {
  @Field({ description: 'Cursor of this item, for `after`.' })
  cursor!: string;

  @Field({ description: 'The log.' })
  node!: DeviceLog;
}

@ObjectType({ description: 'A page of device logs, newest first.' })
export class DeviceLogConnection {
  @Field(() => [DeviceLogEdge], { description: 'The logs of the page.' })
  edges!: DeviceLogEdge[];

  @Field({ description: 'Pagination details.' })
  pageInfo!: PageInfo;
}

@ArgsType()
export class DeviceLogArguments extends pageArguments('logs') {
  @Field(() => DateTime, { nullable: true, description: 'Only logs that begin at this instant or later.' })
  from?: number;

  @Field(() => DateTime, { nullable: true, description: 'Only logs that end before this instant.' })
  to?: number;
}

/** Types of device log entries in the graph. */
export const DeviceLogEntryType = {
  SEND: 'send',
  RECEIVE: 'receive',
  ERROR: 'error',
  DELEGATE: 'delegate',
  DELEGATE_RESPONSE: 'delegateResponse',
  CONNECTION: 'connection',
} as const;

registerEnumType(DeviceLogEntryType, {
  name: 'DeviceLogEntryType',
  description: 'What an entry of a device log is about.',
  valuesConfig: {
    SEND: { description: 'A message was sent to the device.' },
    RECEIVE: { description: 'A message was received from the device.' },
    ERROR: { description: 'Something failed.' },
    DELEGATE: { description: 'The driver of the device called the app.' },
    DELEGATE_RESPONSE: { description: 'The app answered the driver.' },
    CONNECTION: { description: 'The connection to the device changed.' },
  },
});

@InputType({ description: 'An entry of a device log.' })
export class DeviceLogEntryInput {
  @Field(() => DeviceLogEntryType, { description: 'What the entry is about.' })
  type!: string;

  @Field({ description: 'Name of the driver of the device.' })
  managerIdentifier!: string;

  @Field({ description: 'Identifies the device.' })
  deviceIdentifier!: string;

  @Field(() => DateTime, { description: 'When it was written.' })
  timestamp!: number;

  @Field({ description: 'What happened; may be empty.' })
  message!: string;
}

/** The entries in an input, as the REST route takes them. Throws when they are in both forms or in none. */
export function entriesIn({ lines, entries }: CreateDeviceLogInput): unknown[] {
  if (lines && entries) throw badInput('"lines" and "entries" are the same in two forms: send only one.');
  if (!lines && !entries) throw badInput('"lines" is missing.');
  return entries ?? lines?.map((line) => ({ ...line, timestamp: isoTime(line.timestamp) })) ?? [];
}

@InputType({ description: 'A device log.' })
export class CreateDeviceLogInput {
  @Field(() => ID, { description: 'Account that the log belongs to.' })
  userId!: string;

  @Field(() => DateTime, { description: 'Start of the log.' })
  startAtTime!: number;

  @Field(() => DateTime, { description: 'End of the log.' })
  endAtTime!: number;

  @Field(() => [DeviceLogEntryInput], {
    nullable: true,
    description: 'The entries of the log, in their order.',
  })
  lines?: DeviceLogEntryInput[];

  @Field(() => [Json], {
    nullable: true,
    description:
      'The entries as the REST route takes them, with further keys if there are any; only without `lines`.',
    deprecationReason: 'Use `lines`, which is typed.',
  })
  entries?: unknown[];
}

@ObjectType({ description: 'A stored device log.' })
export class DeviceLogPayload {
  @Field({ description: 'The log that was stored.' })
  deviceLog!: DeviceLog;
}
