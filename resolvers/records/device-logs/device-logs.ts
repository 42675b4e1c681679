import { newestFirst } from '../../../src/platform/list-part';
import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { DeviceLogUpload } from '../../../src/records/device-logs/device-log.service';
import { badInput, notFound } from '../../../src/platform/errors';
import { refuse } from '../../../src/platform/rules/finding';
import { findInfinite } from '../../../src/platform/rules/infinite-numbers';
import { RequestContext } from '../../../src/request/request-context';
import type { StoredContent } from '../../../src/platform/storage/stored-content';
import { loadUser } from '../../identity/auth/accounts';
import { User } from '../../identity/auth/accounts.types';
import {
  CreateDeviceLogInput,
  DeviceLog,
  DeviceLogArguments,
  DeviceLogConnection,
  DeviceLogPayload,
  entriesIn,
  toDeviceLog,
} from './device-logs.types';
import { keyedPage, pageComplexity } from '../../paging';
import { Repeatable } from '../../repeatable';

async function* onePiece(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

/** Logs that phones keep of their communication with devices. */
@Resolver(() => User)
export class DeviceLogsResolver {
  @Query(() => DeviceLog, { description: 'A device log by its id.' })
  async deviceLog(
    @Ctx() context: RequestContext,
    @Arg('id', () => ID, { description: 'Id of the log.' }) id: string,
  ): Promise<DeviceLog> {
    const found = await context.load(context.services.deviceLogs.findMany, id);
    if (!found) throw notFound('There is no device log with this id.');
    return toDeviceLog(found);
  }

  @FieldResolver(() => DeviceLogConnection, {
    description: 'The account’s device logs within a time range, newest first.',
    complexity: pageComplexity,
  })
  deviceLogs(
    @Root() user: User,
    @Ctx() context: RequestContext,
    @Args(() => DeviceLogArguments) { from, to, ...place }: DeviceLogArguments,
  ): Promise<DeviceLogConnection> {
    return keyedPage(
      { field: 'User.deviceLogs', of: user.id, order: newestFirst, counts: true },
      place,
      (part) => context.load(context.services.deviceLogs.lists, { userId: user.id, from, to, ...part }),
      toDeviceLog,
    );
  }

  @Repeatable()
  @Mutation(() => DeviceLogPayload, {
    description: 'Stores a device log: either all of its entries or none.',
  })
  async createDeviceLog(
    @Ctx() context: RequestContext,
    @Arg('input') input: CreateDeviceLogInput,
  ): Promise<DeviceLogPayload> {
    const { userId, startAtTime, endAtTime } = input;
    const entries = entriesIn(input);
    refuse(findInfinite('/entries', entries));
    if (endAtTime < startAtTime) throw badInput('A log cannot end before it begins.');
    const deviceLog = await DeviceLogsResolver.createFromBytes(context, { userId }, () => ({
      startTime: startAtTime,
      endTime: endAtTime,
      pieces: onePiece(JSON.stringify(entries)),
    }));
    return { deviceLog };
  }

  /** `createDeviceLog` for logs of any length. Calls `upload` once the account is known to exist. */
  static async createFromBytes(
    context: RequestContext,
    { userId }: { userId: string },
    upload: () => DeviceLogUpload,
  ): Promise<DeviceLog> {
    await loadUser(context, userId);
    const { services, sender } = context;
    return toDeviceLog(await services.deviceLogs.create(userId, upload(), sender));
  }

  /** A log as uploaded. */
  static async content(
    { services }: RequestContext,
    { logId }: { logId: string },
  ): Promise<StoredContent & { log: DeviceLog }> {
    const { log, ...stored } = await services.deviceLogs.read(logId);
    return { ...stored, log: toDeviceLog(log) };
  }
}

/** URL and edges of a log. */
@Resolver(() => DeviceLog)
export class DeviceLogContentResolver {
  @FieldResolver(() => String, {
    description: 'URL to GET the log from, with the caller’s token.',
  })
  contentUrl(@Root() { id }: DeviceLog, @Ctx() { services }: RequestContext): string {
    return `${services.config.BASE_URL}/v1/device_logs/${id}/content`;
  }
}
