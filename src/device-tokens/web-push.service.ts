import { createHash, ECDH } from 'node:crypto';
import { In, Not } from 'typeorm';
import { now } from '../clock';
import type { Database } from '../database/database';
import { badInput } from '../errors';
import type { PushEndpoints } from '../push/push-endpoints';
import { WebPushSubscriptionEntity } from './web-push-subscription.entity';

/** A subscription as a browser tells it. */
export interface ToldSubscription {
  endpoint: string;
  /** Public key of the browser: an uncompressed point of P-256 in base64url. */
  p256dh: string;
  /** 16 bytes in base64url. */
  auth: string;
}

const longestEndpoint = 2_048;

/** Nobody has more browsers; what is told last stays. */
const mostOfAccount = 20;

/** A value in base64url, with or without padding, without. Browsers and libraries do either. */
const unpadded = (text: string): string => text.replace(/=+$/, '');

const isBase64url = (text: string, bytes: number): boolean => {
  const decoded = Buffer.from(text, 'base64url');
  return decoded.length === bytes && decoded.toString('base64url') === text;
};

/** True for an uncompressed point that lies on P-256; what is encrypted for any other nobody can read. */
function isPublicKey(text: string): boolean {
  if (!isBase64url(text, 65)) return false;
  try {
    ECDH.convertKey(text, 'prime256v1', 'base64url');
    return Buffer.from(text, 'base64url')[0] === 4;
  } catch {
    return false;
  }
}

function refusal(name: string, detail: string): Error {
  const source = { pointer: `/${name}` };
  const finding = { code: 'value-not-valid', title: 'value is not valid', detail, source };
  return badInput(detail, [finding]);
}

/** Keeps which browsers get push messages. */
export class WebPushService {
  constructor(
    private readonly database: Database,
    private readonly endpoints: PushEndpoints,
    /** What browsers subscribe with, in base64url; null where nothing is sent to browsers. */
    readonly publicKey: string | null,
  ) {}

  /**
   * Keeps a browser of an account; told again, it is still one. A browser gets what is for the account that it was told
   * for last, and nothing of whoever used it before. Throws when the subscription is not valid.
   */
  async register(userId: string, told: ToldSubscription): Promise<WebPushSubscriptionEntity> {
    const subscription = this.checked(told);
    const id = createHash('sha256').update(subscription.endpoint).digest('hex');
    const time = now();
    const kept = { ...subscription, userId, id, createdTime: time, modifiedTime: time };
    return this.database.transaction(async (manager) => {
      // Who does not know the keys as well is not at that browser, and takes it from nobody.
      const { p256dh, auth } = subscription;
      await manager.delete(WebPushSubscriptionEntity, { id, userId: Not(userId), p256dh, auth });
      const known = { userId, id };
      const { affected } = await manager.update(WebPushSubscriptionEntity, known, {
        ...subscription,
        modifiedTime: time,
      });
      if (affected === 0) await manager.upsert(WebPushSubscriptionEntity, kept, ['userId', 'id']);
      const order = { modifiedTime: 'DESC', id: 'ASC' } as const;
      const found = await manager.find(WebPushSubscriptionEntity, { where: { userId }, order });
      const surplus = found.filter((each) => each.id !== id).slice(mostOfAccount - 1);
      await manager.delete(WebPushSubscriptionEntity, { userId, id: In(surplus.map((each) => each.id)) });
      return kept;
    });
  }

  private checked({ endpoint, p256dh, auth }: ToldSubscription): ToldSubscription {
    const url = endpoint.length > longestEndpoint ? null : this.endpoints.parse(endpoint);
    if (!url)
      throw refusal(
        'endpoint',
        `The endpoint is not an address of a push service: https, public, at most ${longestEndpoint} characters.`,
      );
    const keys = { p256dh: unpadded(p256dh), auth: unpadded(auth) };
    if (!isPublicKey(keys.p256dh))
      throw refusal('keys/p256dh', 'The key p256dh is not a public key of P-256 in base64url.');
    if (!isBase64url(keys.auth, 16)) throw refusal('keys/auth', 'The key auth is not 16 bytes in base64url.');
    return { endpoint: url.href, ...keys };
  }

  /** The browsers of many accounts, in the order of the ids, the last told first. For loaders. */
  readonly ofAccounts = async (userIds: readonly string[]): Promise<WebPushSubscriptionEntity[][]> => {
    const found = await this.database.plain.find(WebPushSubscriptionEntity, { userId: userIds });
    found.sort((one, other) => other.modifiedTime - one.modifiedTime);
    return userIds.map((id) => found.filter(({ userId }) => userId === id));
  };

  /** Forgets browsers of an account; some may be unknown. */
  async remove(userId: string, ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    await this.database.transaction((manager) =>
      manager.delete(WebPushSubscriptionEntity, { userId, id: In([...ids]) }),
    );
  }

  /** Deletes the browsers of an account that is gone. */
  async forgetAccount(userId: string): Promise<void> {
    await this.database.transaction((manager) => manager.delete(WebPushSubscriptionEntity, { userId }));
  }
}
