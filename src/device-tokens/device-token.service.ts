import { createHash } from 'node:crypto';
import { now } from '../clock';
import type { Database } from '../database/database';
import { badInput } from '../errors';
import { DeviceTokenEntity, type PushEnvironment } from './device-token.entity';

/** A token as a phone tells it. */
export interface ToldToken {
  /** Base64 of 1 to 8,192 bytes. */
  token: string;
  environment: PushEnvironment;
}

const mostBytes = 8_192;

/** True for base64 as RFC 4648, section 4, has it: padded, and without anything that decoding passes over. */
function isBase64(text: string): boolean {
  return Buffer.from(text, 'base64').toString('base64') === text;
}

/** Keeps where to send push notifications. */
export class DeviceTokenService {
  constructor(private readonly database: Database) {}

  /** Keeps a token of a phone; told again, it is still one. Throws when it is not valid. */
  async register(userId: string, { token, environment }: ToldToken): Promise<void> {
    const { length } = Buffer.from(token, 'base64');
    if (!isBase64(token) || length === 0 || length > mostBytes)
      throw badInput(`The device token is not base64 of 1 to ${mostBytes} bytes.`);
    const digest = createHash('sha256').update(`${environment} ${token}`).digest('base64');
    const time = now();
    const kept = { userId, digest, token, environment, createdTime: time, modifiedTime: time };
    await this.database.transaction(async (manager) => {
      const { affected } = await manager.update(
        DeviceTokenEntity,
        { userId, digest },
        { modifiedTime: time },
      );
      if (affected === 0) await manager.upsert(DeviceTokenEntity, kept, ['userId', 'digest']);
    });
  }

  /** The tokens of many accounts, in the order of the ids, the last told first. For loaders. */
  readonly ofAccounts = async (userIds: readonly string[]): Promise<DeviceTokenEntity[][]> => {
    const found = await this.database.plain.find(DeviceTokenEntity, { userId: userIds });
    found.sort((one, other) => other.modifiedTime - one.modifiedTime);
    return userIds.map((id) => found.filter(({ userId }) => userId === id));
  };

  /** Deletes the tokens of an account that is gone. */
  async forgetAccount(userId: string): Promise<void> {
    await this.database.transaction((manager) => manager.delete(DeviceTokenEntity, { userId }));
  }
}
