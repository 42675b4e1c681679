import { ArgsType, Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { deviceLogMediaType, deviceLogOnWire } from '../src/device-logs/device-log-on-wire';
import type { DeviceLogEntity } from '../src/device-logs/device-log.entity';
import { PageInfo } from './page-info';
import { DateTime, Json, JsonObject } from './scalars';

@ObjectType({ description: 'What a phone has noted of its talk with devices during some time.' })
export class DeviceLog {
  @Field(() => ID, { description: 'Id of the log.' })
  id!: string;

  @Field(() => ID, { description: 'Account that the log belongs to.' })
  userId!: string;

  @Field({ description: 'Media type of the log: always `application/json`.' })
  mediaType!: string;

  @Field({ description: 'MD5 of the log in base64.' })
  digestMD5!: string;

  @Field(() => Int, { description: 'Bytes of the log.' })
  size!: number;

  @Field(() => DateTime, { description: 'The log begins here.' })
  startAtTime!: number;

  @Field(() => DateTime, { description: 'The log ends here.' })
  endAtTime!: number;

  @Field(() => DateTime, { description: 'When the log was taken in.' })
  createdTime!: number;

  @Field(() => JsonObject, { description: 'What is known of the log, as the REST routes return it.' })
  raw!: object;
}

/** The log as the graph shows it. */
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

@ObjectType({ description: 'A device log and its place in the list.' })
export class DeviceLogEdge {
  @Field({ description: 'The place, for `after`.' })
  cursor!: string;

  @Field({ description: 'The log.' })
  node!: DeviceLog;
}

@ObjectType({ description: 'A page of device logs, newest first.' })
export class DeviceLogConnection {
  @Field(() => [DeviceLogEdge], { description: 'The logs of the page.' })
  edges!: DeviceLogEdge[];

  @Field({ description: 'Where the page stands in the list.' })
  pageInfo!: PageInfo;
}

@ArgsType()
export class DeviceLogArguments {
  @Field(() => Int, { description: 'How many logs at most, up to 1,000.', defaultValue: 20 })
  first!: number;

  @Field(() => String, { nullable: true, description: 'Cursor behind which the page begins.' })
  after?: string;

  @Field(() => DateTime, { nullable: true, description: 'Only logs that begin at this instant or later.' })
  from?: number;

  @Field(() => DateTime, { nullable: true, description: 'Only logs that end before this instant.' })
  to?: number;
}

@InputType({ description: 'A device log.' })
export class CreateDeviceLogInput {
  @Field(() => ID, { description: 'Account that the log belongs to.' })
  userId!: string;

  @Field(() => DateTime, { description: 'The log begins here.' })
  startAtTime!: number;

  @Field(() => DateTime, { description: 'The log ends here.' })
  endAtTime!: number;

  @Field(() => [Json], {
    description:
      'The entries: objects with `type`, `managerIdentifier`, `deviceIdentifier`, `timestamp` and `message`.',
  })
  entries!: unknown[];
}

@ObjectType({ description: 'A device log that was taken in.' })
export class DeviceLogPayload {
  @Field({ description: 'The log.' })
  deviceLog!: DeviceLog;
}
