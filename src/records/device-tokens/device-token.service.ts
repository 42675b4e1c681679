import { createHash } from 'node:crypto';
import { In, LessThanOrEqual } from 'typeorm';
import { now } from '../../platform/clock';
import type { TakenAccount } from '../../platform/composition/area';
import type { Database } from '../../platform/database/database';
import { badInput } from '../../platform/errors';
import type { ListOrder, Placed } from '../../platform/list-part';
import { titles, type Check } from '../../platform/rules/check';
import { DeviceTokenEntity, type PushEnvironment } from './device-token.entity';

/** Most recently registered first. */
export const tokensOrder: ListOrder = {
  name: 'registered',
  keys: [
    { expression: 'modified_time', kind: 'number', descending: true },
    { expression: 'digest', kind: 'text' },
  ],
};

/** A phone, and its place among those of its account. */
export const placedToken = (token: DeviceTokenEntity): Placed<DeviceTokenEntity> => ({
  place: [token.modifiedTime, token.digest],
  item: token,
});

/** A token as sent by a phone. */
export interface SentToken {
  /** Base64 of 1 to 8,192 bytes. */
  token: string;
  environment: PushEnvironment;
}

const mostBytes = 8_192;

/** Maximum number of phones per account; the most recently registered ones stay. */
const mostOfAccount = 50;

/** What tells the phones of an account apart. */
export const digestOfPhone = ({ token, environment }: SentToken): string =>
  createHash('sha256').update(`${environment} ${token}`).digest('base64');

/** Whether a text is base64 according to RFC 4648, section 4: padded, and without characters that decoders ignore. */
function isBase64(text: string): boolean {
  return Buffer.from(text, 'base64').toString('base64') === text;
}

/** The first problem of a token that a phone sent. */
const checkToken: Check<string> = (token) => {
  if (token === '') return ['value-empty', 'It must not be empty.'];
  if (!isBase64(token)) return ['value-not-valid', 'It is not base64 with padding.'];
  const { length } = Buffer.from(token, 'base64');
  return length > mostBytes
    ? ['length-out-of-range', `It has ${length} bytes; at most ${mostBytes} are allowed.`]
    : undefined;
};

function assertToken(token: string): void {
  const problem = checkToken(token);
  if (!problem) return;
  const [code, detail] = problem;
  const finding = { code, title: titles[code], detail, source: { pointer: '/apple/token' } };
  throw badInput(`The device token is not valid: ${detail}`, [finding]);
}

/** Stores device tokens for push notifications. */
export class DeviceTokenService {
  constructor(private readonly database: Database) {}

  /** Registers a token of a phone and returns it; repeating it has no effect. Throws when it is invalid. */
  async register(userId: string, sent: SentToken): Promise<DeviceTokenEntity> {
    const { token, environment } = sent;
    assertToken(token);
    const digest = digestOfPhone(sent);
    const time = now();
    const kept = { userId, digest, token, environment, createdTime: time, modifiedTime: time };
    await this.database.transaction(async (manager) => {
      const { affected } = await manager.update(
        DeviceTokenEntity,
        { userId, digest },
        { modifiedTime: time },
      );
      if (affected === 0) await manager.upsert(DeviceTokenEntity, kept, ['userId', 'digest']);
      const order = { modifiedTime: 'DESC', digest: 'ASC' } as const;
      const found = await manager.find(DeviceTokenEntity, { where: { userId }, order });
      const surplus = found.filter((each) => each.digest !== digest).slice(mostOfAccount - 1);
      await manager.delete(DeviceTokenEntity, { userId, digest: In(surplus.map((each) => each.digest)) });
    });
    return kept;
  }

  /** Deletes a phone of an account, such as a lost one, which then gets no more messages; an unknown one is ignored. */
  async remove(userId: string, sent: SentToken): Promise<void> {
    await this.database.transaction((manager) =>
      manager.delete(DeviceTokenEntity, { userId, digest: digestOfPhone(sent) }),
    );
  }

  /** The tokens of many accounts, in the order of the ids, most recently registered first. For loaders. */
  readonly ofAccounts = async (userIds: readonly string[]): Promise<DeviceTokenEntity[][]> => {
    const found = await this.database.plain.find(DeviceTokenEntity, { userId: userIds });
    found.sort((one, other) => other.modifiedTime - one.modifiedTime || (one.digest < other.digest ? -1 : 1));
    return userIds.map((id) => found.filter(({ userId }) => userId === id));
  };

  /** Deletes the tokens of an account that were last registered until `takenTime`. */
  async endGiven({ userId, takenTime }: TakenAccount): Promise<void> {
    const earlier = { userId, modifiedTime: LessThanOrEqual(takenTime) };
    await this.database.transaction((manager) => manager.delete(DeviceTokenEntity, earlier));
  }

  /** Deletes the tokens of a deleted account. */
  async forgetAccount(userId: string): Promise<void> {
    await this.database.transaction((manager) => manager.delete(DeviceTokenEntity, { userId }));
  }
}
