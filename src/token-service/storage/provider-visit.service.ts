import { LessThanOrEqual } from 'typeorm';
import { now } from '../../clock';
import type { Database } from '../../database/database';
import type { VisitSecrets } from '../../identity-providers/relying-party.service';
import type { Realm } from '../realm';
import { digestOf, newSecret } from '../secrets';
import { ProviderVisitEntity, type VisitPurpose } from './provider-visit.entity';

/** Which visit a browser says that it comes back from. */
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
    /** How long somebody may take at a provider, in milliseconds. */
    private readonly lifetime: number,
  ) {}

  /** Notes that a browser goes to a provider. Visits that nobody has come back from in time go on this occasion. */
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
        ...{ stateDigest: digestOf(state), realm: realm.name, provider, purpose, ...kept },
        browserDigest: digestOf(browserSecret),
        expiresTime: now() + this.lifetime,
      });
    });
    return secrets;
  }

  /** The visit that a browser comes back from, which ends with it. Null when there is none, or no longer. */
  async end({ realm, provider, browserSecret, state }: Return): Promise<ProviderVisitEntity | null> {
    const [stateDigest, browserDigest] = [digestOf(state), digestOf(browserSecret)];
    const visit = { stateDigest, browserDigest, realm: realm.name, provider };
    return this.database.transaction(async (manager) => {
      const found = await manager.findOneBy(ProviderVisitEntity, visit);
      if (!found || found.expiresTime <= now()) return null;
      const { affected } = await manager.delete(ProviderVisitEntity, { stateDigest });
      return affected === 1 ? found : null;
    });
  }
}
