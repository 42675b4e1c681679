import { createHash, ECDH } from 'node:crypto';
import { In, LessThanOrEqual, Not } from 'typeorm';
import { now } from '../../platform/clock';
import type { TakenAccount } from '../../platform/composition/area';
import type { Database } from '../../platform/database/database';
import { badInput } from '../../platform/errors';
import type { PushEndpoints } from '../../platform/push/push-endpoints';
import { WebPushSubscriptionEntity } from './web-push-subscription.entity';

/** A subscription as sent by a browser. */
export interface SentSubscription {
  endpoint: string;
  /** Public key of the browser: an uncompressed P-256 point in base64url. */
  p256dh: string;
  /** 16 bytes in base64url. */
  auth: string;
}

const longestEndpoint = 2_048;

/** Maximum number of browsers per account; the most recent ones stay. */
const mostOfAccount = 20;

/** A base64url value without padding. Browsers and libraries differ in that. */
const unpadded = (text: string): string => text.replace(/={1,2}$/, '');

const isBase64url = (text: string, bytes: number): boolean => {
  const decoded = Buffer.from(text, 'base64url');
  return decoded.length === bytes && decoded.toString('base64url') === text;
};

/** Whether a key is an uncompressed point on P-256; nobody could decrypt messages for any other. */
function isPublicKey(text: string): boolean {
  if (!isBase64url(text, 65)) return false;
  try {
    ECDH.convertKey(text, 'prime256v1', 'base64url');
    return Buffer.from(text, 'base64url')[0] === 4;
  } catch {
    return false;
  }
}

/** One text for all addresses of the same resource; otherwise a browser would be registered several times. */
function uniqueAddress(endpoint: URL): string {
  const url = new URL(endpoint);
  url.hash = '';
  url.hostname = url.hostname.replace(/\.$/, '');
  return url.href;
}

function refusal(name: string, detail: string): Error {
  const source = { pointer: `/${name}` };
  const finding = { code: 'value-not-valid', title: 'value is not valid', detail, source };
  return badInput(detail, [finding]);
}

/** Stores web push subscriptions. */
export class WebPushService {
  constructor(
    private readonly database: Database,
    private readonly endpoints: PushEndpoints,
    /** The key that browsers subscribe with, in base64url; null if web push is off. */
    readonly publicKey: string | null,
  ) {}

  /**
   * Registers a browser of an account; repeating it has no effect. A browser gets messages for the account that
   * registered it last, and none for earlier accounts. Throws when the subscription is invalid.
   */
  async register(userId: string, sent: SentSubscription): Promise<WebPushSubscriptionEntity> {
    const subscription = this.checked(sent);
    const id = createHash('sha256').update(subscription.endpoint).digest('hex');
    const time = now();
    const kept = { ...subscription, userId, id, createdTime: time, modifiedTime: time };
    return this.database.transaction(async (manager) => {
      // A caller who does not know the keys is not at that browser, and cannot take it over.
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

  private checked({ endpoint, p256dh, auth }: SentSubscription): SentSubscription {
    const url = endpoint.length > longestEndpoint ? null : this.endpoints.parse(endpoint);
    if (!url)
      throw refusal(
        'endpoint',
        `The endpoint is not the address of a push service: https, public, at most ${longestEndpoint} characters.`,
      );
    const keys = { p256dh: unpadded(p256dh), auth: unpadded(auth) };
    if (!isPublicKey(keys.p256dh))
      throw refusal('keys/p256dh', 'The key p256dh is not a P-256 public key in base64url.');
    if (!isBase64url(keys.auth, 16)) throw refusal('keys/auth', 'The key auth is not 16 bytes in base64url.');
    return { endpoint: uniqueAddress(url), ...keys };
  }

  /** The browsers of many accounts, in the order of the ids, most recently registered first. For loaders. */
  readonly ofAccounts = async (userIds: readonly string[]): Promise<WebPushSubscriptionEntity[][]> => {
    const found = await this.database.plain.find(WebPushSubscriptionEntity, { userId: userIds });
    found.sort((one, other) => other.modifiedTime - one.modifiedTime);
    return userIds.map((id) => found.filter(({ userId }) => userId === id));
  };

  /** Deletes browsers of an account; unknown ids are ignored. */
  async remove(userId: string, ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    await this.database.transaction((manager) =>
      manager.delete(WebPushSubscriptionEntity, { userId, id: In([...ids]) }),
    );
  }

  /** Deletes the browsers of an account that were last registered until `takenTime`. */
  async endGiven({ userId, takenTime }: TakenAccount): Promise<void> {
    const earlier = { userId, modifiedTime: LessThanOrEqual(takenTime) };
    await this.database.transaction((manager) => manager.delete(WebPushSubscriptionEntity, earlier));
  }

  /** Deletes the browsers of a deleted account. */
  async forgetAccount(userId: string): Promise<void> {
    await this.database.transaction((manager) => manager.delete(WebPushSubscriptionEntity, { userId }));
  }
}
