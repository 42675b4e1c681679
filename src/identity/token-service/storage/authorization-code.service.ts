import type { EntityManager } from 'typeorm';
import { now } from '../../../platform/clock';
import type { Database } from '../../../platform/database/database';
import type { AuthorizationRequest } from '../authorize/authorization-request';
import type { Realm } from '../realm';
import { digestSecret, newSecret } from '../secrets';
import { AuthorizationCodeEntity } from './authorization-code.entity';

interface Holder {
  userId: string;
  sessionId: string;
  authTime: number;
}

/** Authorization codes: stored as digests, used once. */
export class AuthorizationCodeService {
  /** @param lifetime milliseconds until a code expires */
  constructor(
    private readonly database: Database,
    private readonly lifetime: number,
  ) {}

  /** Issues a code for an authorization request. Only URL-safe characters: clients pass it on unencoded. */
  async issue(
    manager: EntityManager,
    realm: Realm,
    request: AuthorizationRequest,
    holder: Holder,
  ): Promise<string> {
    const code = newSecret();
    await manager.insert(AuthorizationCodeEntity, {
      codeDigest: digestSecret(code),
      realm: realm.name,
      clientId: request.clientId,
      redirectUri: request.redirectUri,
      codeChallenge: request.codeChallenge ?? null,
      ...holder,
      scope: request.scope,
      nonce: request.nonce ?? null,
      expiresTime: now() + this.lifetime,
      usedTime: null,
      grantId: null,
    });
    return code;
  }

  /** The code of this realm and client, used or not. */
  find(realm: Realm, clientId: string, code: string): Promise<AuthorizationCodeEntity | null> {
    const codeDigest = digestSecret(code);
    return this.database.reader.findOneBy(AuthorizationCodeEntity, {
      codeDigest,
      realm: realm.name,
      clientId,
    });
  }

  /** Uses up a code for a grant. Returns false if it was used before, even a moment ago, or has expired. */
  async consume(
    manager: EntityManager,
    { codeDigest }: AuthorizationCodeEntity,
    grantId: string,
  ): Promise<boolean> {
    const time = now();
    const { affected } = await manager
      .createQueryBuilder()
      .update(AuthorizationCodeEntity)
      .set({ usedTime: time, grantId })
      .where('code_digest = :codeDigest AND used_time IS NULL AND expires_time > :time', { codeDigest, time })
      .execute();
    return affected === 1;
  }

  /** The account and grant that a code was used for. */
  async usedFor({
    codeDigest,
  }: AuthorizationCodeEntity): Promise<{ userId: string; grantId: string } | null> {
    const found = await this.database.reader.findOneBy(AuthorizationCodeEntity, { codeDigest });
    return found?.grantId ? { userId: found.userId, grantId: found.grantId } : null;
  }
}
