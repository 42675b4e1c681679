import { ArgsType, Field, ID, InputType, Int, ObjectType } from 'type-graphql';
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

@InputType({ description: 'A device log.' })
export class CreateDeviceLogInput {
  @Field(() => ID, { description: 'Account that the log belongs to.' })
  userId!: string;

  @Field(() => DateTime, { description: 'Start of the log.' })
  startAtTime!: number;

  @Field(() => DateTime, { description: 'End of the log.' })
  endAtTime!: number;

  @Field(() => [Json], {
    description:
      'The entries: objects with `type`, `managerIdentifier`, `deviceIdentifier`, `timestamp` and `message`.',
  })
  entries!: unknown[];
}

@ObjectType({ description: 'A stored device log.' })
export class DeviceLogPayload {
  @Field({ description: 'The log.' })
  deviceLog!: DeviceLog;
}
