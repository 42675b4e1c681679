import { LessThanOrEqual } from 'typeorm';
import { now } from '../../../platform/clock';
import type { Database } from '../../../platform/database/database';
import type { VisitSecrets } from '../../identity-providers/relying-party.service';
import type { Realm } from '../realm';
import { digestSecret, newSecret } from '../secrets';
import { ProviderVisitEntity, type VisitPurpose } from './provider-visit.entity';

/** The visit that a browser claims to return from. */
interface Return {
  realm: Realm;
  provider: string;
  browserSecret: string;
  state: string;
}

/** Browsers that are at external identity providers. A visit belongs to one browser and ends once. */
export class ProviderVisitService {
  constructor(
    private readonly database: Database,
    /** How long a person may stay at a provider, in milliseconds. */
    private readonly lifetime: number,
  ) {}

  /** Records that a browser goes to a provider. Also deletes expired visits. */
  async begin(
    realm: Realm,
    provider: string,
    browserSecret: string,
    purpose: VisitPurpose,
  ): Promise<VisitSecrets> {
    const secrets = { state: newSecret(), nonce: newSecret(), codeVerifier: newSecret() };
    const { state, ...kept } = secrets;
    await this.database.transaction(async (manager) => {
      await manager.delete(ProviderVisitEntity, { expiresTime: LessThanOrEqual(now()) });
      await manager.insert(ProviderVisitEntity, {
        ...{ stateDigest: digestSecret(state), realm: realm.name, provider, purpose, ...kept },
        browserDigest: digestSecret(browserSecret),
        expiresTime: now() + this.lifetime,
      });
    });
    return secrets;
  }

  /** The visit that a browser returns from, which ends with it. Null if it does not exist, or no longer. */
  async end({ realm, provider, browserSecret, state }: Return): Promise<ProviderVisitEntity | null> {
    const [stateDigest, browserDigest] = [digestSecret(state), digestSecret(browserSecret)];
    const visit = { stateDigest, browserDigest, realm: realm.name, provider };
    return this.database.transaction(async (manager) => {
      const found = await manager.findOneBy(ProviderVisitEntity, visit);
      if (!found || found.expiresTime <= now()) return null;
      const { affected } = await manager.delete(ProviderVisitEntity, { stateDigest });
      return affected === 1 ? found : null;
    });
  }
}
