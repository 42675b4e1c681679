import { createPrivateKey, createPublicKey, generateKeyPair, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { calculateJwkThumbprint, exportJWK, type JWK } from 'jose';
import { now } from '../../platform/clock';
import { isDuplicateKey, type Database } from '../../platform/database/database';
import { notFound } from '../../platform/errors';
import { SigningKeyEntity } from './signing-key.entity';

const newKeyPair = promisify(generateKeyPair);

/** Key ring of tokens issued by the log-in routes; it belongs to no realm. */
export const sessionRing = 'session';

/** Key ring of a realm of the token service. */
export const realmRing = (realm: string): string => `realm:${realm}`;

/** A key of a ring, ready to use. */
export interface RingKey {
  keyId: string;
  algorithm: 'RS256' | 'EdDSA';
  privateKey: KeyObject;
  publicKey: KeyObject;
  /** When it starts signing. */
  signsFrom: number;
}

/** A key as operators see it. */
export interface ListedKey {
  ring: string;
  generation: number;
  keyId: string;
  algorithm: string;
  /** Milliseconds since the epoch, as is the next. */
  createdTime: number;
  /** When it starts signing, or started to. */
  signsFrom: number;
  /** `announced` until it signs, `signing`, or `verifying` as long as its tokens may live. */
  use: 'announced' | 'signing' | 'verifying';
}

/** Milliseconds. */
export interface KeyLifetimes {
  /** How long a key signs. */
  signing: number;
  /** The maximum lifetime of a token: a retired key verifies its tokens for that long. */
  longestToken: number;
}

interface Ring {
  /** Newest first. */
  keys: RingKey[];
  readTime: number;
}

/** Milliseconds after which a process reads keys created by others. */
const readInterval = 60_000;

/**
 * Milliseconds that a key is kept after its last token has expired: until then the error is "expired" instead of
 * "invalid".
 */
const afterlife = 7 * 24 * 3_600_000;

/** Milliseconds that a new key is published before it signs: longer than clients cache a key set (five minutes). */
const announcement = 10 * 60_000;

/**
 * The keys that sign tokens: created on demand, stored in the database, shared by all processes. Realms sign with
 * RSA (2048 bit, RS256), because their clients check signatures; session tokens are only used by this service and
 * use Ed25519. Keys are rotated; the public part of an old key stays as long as its tokens may live.
 */
export class KeyRingService {
  private readonly rings = new Map<string, Promise<Ring>>();

  constructor(
    private readonly database: Database,
    private readonly lifetimes: KeyLifetimes,
  ) {}

  /** The current signing key. */
  async signingKey(ring: string): Promise<RingKey> {
    const keys = await this.keys(ring);
    const time = now();
    const newest = keys.find(({ signsFrom }) => signsFrom <= time);
    // The first key of a ring needs no announcement.
    const key = newest ?? keys.at(-1);
    if (!key) throw new Error(`The key ring ${ring} is empty.`);
    return key;
  }

  /** The key with this id, or null. */
  async verificationKey(ring: string, keyId: string | undefined): Promise<RingKey | null> {
    const isMeant = (key: RingKey) => key.keyId === keyId;
    return (await this.keys(ring)).find(isMeant) ?? null;
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

  /** The keys of all rings, newest first within a ring. */
  async list(): Promise<ListedKey[]> {
    const rows = await this.database.reader.find(SigningKeyEntity, {
      order: { ring: 'ASC', generation: 'DESC' },
    });
    return rows.map((row) => {
      const { ring, generation, keyId, algorithm, createdTime } = row;
      const ofRing = rows.filter((other) => other.ring === ring);
      // The first key of a ring needs no announcement, nor does one that replaced all others.
      const signsFrom = generation === 1 || ofRing.length === 1 ? createdTime : createdTime + announcement;
      const signing = ofRing.find((other) => other.createdTime + announcement <= now()) ?? ofRing.at(-1);
      const isYounger = signing !== undefined && generation > signing.generation;
      const use = row === signing ? 'signing' : isYounger ? 'announced' : 'verifying';
      return { ring, generation, keyId, algorithm, createdTime, signsFrom, use };
    });
  }

  /**
   * Adds a key to a ring, which signs after its announcement; earlier ones verify as long as their tokens may live.
   * Throws when the ring has no key, because none was needed yet.
   */
  async rotate(ring: string): Promise<void> {
    const [newest] = await this.stored(ring);
    if (!newest) throw unknownRing(ring);
    await this.addKey(ring, newest.generation + 1);
    this.rings.delete(ring);
  }

  /**
   * Deletes the keys of a ring, for one that signs at once: no token of the ring is valid any longer. Other processes follow
   * within a minute. Throws when the ring has no key.
   */
  async replace(ring: string): Promise<void> {
    const [newest] = await this.stored(ring);
    if (!newest) throw unknownRing(ring);
    const key = await newKey(ring, newest.generation + 1);
    await this.database.transaction(async (manager) => {
      await manager.delete(SigningKeyEntity, { ring });
      await manager.insert(SigningKeyEntity, key);
    });
    this.rings.delete(ring);
  }

  /** Deletes keys whose tokens have all expired. */
  async purge(): Promise<void> {
    const rows = await this.database.reader.find(SigningKeyEntity, { order: { generation: 'DESC' } });
    for (const ring of new Set(rows.map((row) => row.ring))) {
      const ofRing = rows.filter((row) => row.ring === ring);
      const over = ofRing.filter((row) => !this.stillNeeded(ofRing, now()).includes(row));
      if (over.length > 0) await this.database.transaction((manager) => manager.remove(over));
    }
  }

  /** The keys whose tokens may be valid. They are reread regularly, and a new key is created when they are old. */
  private async keys(name: string): Promise<RingKey[]> {
    let ring = this.rings.get(name);
    if (!ring) {
      ring = this.load(name);
      this.rings.set(name, ring);
    }
    const { keys, readTime } = await ring.catch((error: unknown) => {
      this.forget(name, ring);
      throw error;
    });
    // The clock may have been set back since.
    if (Math.abs(now() - readTime) < readInterval) return keys;
    this.forget(name, ring);
    return this.keys(name);
  }

  /** Unless another call is already rereading it. */
  private forget(name: string, ring: Promise<Ring> | undefined): void {
    if (this.rings.get(name) === ring) this.rings.delete(name);
  }

  private async load(ring: string): Promise<Ring> {
    const readTime = now();
    const [newest] = await this.stored(ring);
    const isDue = !newest || newest.createdTime + this.lifetimes.signing - announcement <= readTime;
    if (isDue) await this.addKey(ring, (newest?.generation ?? 0) + 1);
    const rows = await this.stored(ring);
    return { keys: this.stillNeeded(rows, readTime).map(ringKey), readTime };
  }

  private stored(ring: string): Promise<SigningKeyEntity[]> {
    return this.database.reader.find(SigningKeyEntity, { where: { ring }, order: { generation: 'DESC' } });
  }

  /** A key signs until its successor does; what it has signed lives on for a while. */
  private stillNeeded(rows: readonly SigningKeyEntity[], time: number): SigningKeyEntity[] {
    const isAlive = (follower: SigningKeyEntity | undefined) =>
      !follower || follower.createdTime + announcement + this.lifetimes.longestToken + afterlife > time;
    return rows.filter((_row, index) => isAlive(rows[index - 1]));
  }

  /** Two processes may get here at once; the first one's key counts. */
  private async addKey(ring: string, generation: number): Promise<void> {
    const key = await newKey(ring, generation);
    try {
      await this.database.transaction((manager) => manager.insert(SigningKeyEntity, key));
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
  }
}

const unknownRing = (ring: string): Error => notFound(`There is no key ring ${ring}.`).about('ring');

async function newKey(ring: string, generation: number): Promise<SigningKeyEntity> {
  const algorithm = ring === sessionRing ? 'EdDSA' : 'RS256';
  const pair =
    algorithm === 'EdDSA' ? await newKeyPair('ed25519') : await newKeyPair('rsa', { modulusLength: 2048 });
  const keyId = await calculateJwkThumbprint(await exportJWK(pair.publicKey));
  const privateKey = pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  return { ring, generation, keyId, algorithm, privateKey, createdTime: now() };
}

function ringKey(row: SigningKeyEntity): RingKey {
  const privateKey = createPrivateKey(row.privateKey);
  return {
    keyId: row.keyId,
    algorithm: row.algorithm as RingKey['algorithm'],
    privateKey,
    publicKey: createPublicKey(privateKey),
    signsFrom: row.createdTime + announcement,
  };
}
