import { createPrivateKey, createPublicKey, generateKeyPair, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { calculateJwkThumbprint, exportJWK, type JWK } from 'jose';
import { now } from '../clock';
import { isDuplicateKey, type Database } from '../database/database';
import { SigningKeyEntity } from './signing-key.entity';

const newKeyPair = promisify(generateKeyPair);

/** Ring of the tokens that the log-in routes issue; it belongs to no realm. */
export const sessionRing = 'session';

/** Ring of a realm of the token service. */
export const realmRing = (realm: string): string => `realm:${realm}`;

/** A key of a ring, ready for use. */
export interface RingKey {
  keyId: string;
  algorithm: 'RS256' | 'EdDSA';
  privateKey: KeyObject;
  publicKey: KeyObject;
}

/**
 * The keys that sign tokens: made when first needed, kept in the database, shared by all processes. Realms sign with
 * RSA (2048 bit, RS256) because their clients check signatures; session tokens are ours alone and use Ed25519.
 */
export class KeyRingService {
  private readonly rings = new Map<string, Promise<RingKey[]>>();

  constructor(private readonly database: Database) {}

  /** The key that signs now. */
  async signingKey(ring: string): Promise<RingKey> {
    const [newest] = await this.keys(ring);
    if (!newest) throw new Error(`The key ring ${ring} is empty.`);
    return newest;
  }

  /** The key with this id, or null. */
  async verificationKey(ring: string, keyId: string | undefined): Promise<RingKey | null> {
    const found = (await this.keys(ring)).find((key) => key.keyId === keyId);
    return found ?? null;
  }

  /** Public keys of a ring as a JSON Web Key Set (RFC 7517). */
  async publicKeySet(ring: string): Promise<{ keys: JWK[] }> {
    const keys = await this.keys(ring);
    const published = keys.map(async (key) => ({
      ...(await exportJWK(key.publicKey)),
      kid: key.keyId,
      alg: key.algorithm,
      use: 'sig',
    }));
    return { keys: await Promise.all(published) };
  }

  private keys(ring: string): Promise<RingKey[]> {
    let keys = this.rings.get(ring);
    if (!keys) {
      keys = this.load(ring);
      this.rings.set(ring, keys);
      keys.catch(() => this.rings.delete(ring));
    }
    return keys;
  }

  private async load(ring: string): Promise<RingKey[]> {
    const stored = await this.stored(ring);
    if (stored.length > 0) return stored;
    await this.addKey(ring);
    return this.stored(ring);
  }

  private async stored(ring: string): Promise<RingKey[]> {
    const rows = await this.database.reader.find(SigningKeyEntity, {
      where: { ring },
      order: { generation: 'DESC' },
    });
    return rows.map((row) => {
      const privateKey = createPrivateKey(row.privateKey);
      const algorithm = row.algorithm as RingKey['algorithm'];
      return { keyId: row.keyId, algorithm, privateKey, publicKey: createPublicKey(privateKey) };
    });
  }

  /** Two processes may come here at once; the first one's key counts. */
  private async addKey(ring: string): Promise<void> {
    const algorithm = ring === sessionRing ? 'EdDSA' : 'RS256';
    const pair =
      algorithm === 'EdDSA' ? await newKeyPair('ed25519') : await newKeyPair('rsa', { modulusLength: 2048 });
    const keyId = await calculateJwkThumbprint(await exportJWK(pair.publicKey));
    const privateKey = pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    try {
      await this.database.transaction((manager) =>
        manager.insert(SigningKeyEntity, {
          ring,
          generation: 1,
          keyId,
          algorithm,
          privateKey,
          createdTime: now(),
        }),
      );
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
  }
}
