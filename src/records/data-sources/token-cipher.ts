import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { now } from '../../platform/clock';
import { isDuplicateKey, type Database } from '../../platform/database/database';
import { ProviderTokenKeyEntity } from './provider-token-key.entity';

/** An encrypted text and the id of its key. */
export interface Sealed {
  /** Initialization vector, authentication tag and ciphertext, base64. */
  text: string;
  keyId: string;
}

interface Key {
  id: string;
  secret: Buffer;
}

const algorithm = 'aes-256-gcm';
/** Bytes, according to NIST SP 800-38D. */
const vectorLength = 12;
const tagLength = 16;
const secretLength = 32;

const toKey = (secret: string): Key => {
  const bytes = Buffer.from(secret, 'base64');
  return { id: createHash('sha256').update(bytes).digest('hex').slice(0, 16), secret: bytes };
};

/**
 * Encrypts values that must not be readable in a copy of the database, with AES-256-GCM. The first configured key
 * encrypts, all keys decrypt, so a key is rotated by putting a new one first. Without a configured key, a generated
 * one is stored in the database: the values are then only as safe as the database.
 */
export class TokenCipher {
  private readonly configured: readonly Key[];
  private kept: Promise<Key> | undefined;

  /** @param secrets 32 bytes each, base64 */
  constructor(
    private readonly database: Database,
    secrets: readonly string[],
  ) {
    this.configured = secrets.map(toKey);
  }

  /** The key for encryption. */
  async currentKeyId(): Promise<string> {
    return (await this.current()).id;
  }

  /** `owner` identifies the owner of the text: it cannot be decrypted for another owner. */
  async seal(text: string, owner: string): Promise<Sealed> {
    const key = await this.current();
    const vector = randomBytes(vectorLength);
    const cipher = createCipheriv(algorithm, key.secret, vector).setAAD(Buffer.from(owner));
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return { text: Buffer.concat([vector, cipher.getAuthTag(), sealed]).toString('base64'), keyId: key.id };
  }

  /** Throws when the key is missing, or the text was changed or belongs to a different owner. */
  async open({ text, keyId }: Sealed, owner: string): Promise<string> {
    const key = this.configured.find(({ id }) => id === keyId) ?? (await this.keptKey());
    if (key.id !== keyId)
      throw new Error(`The key ${keyId} of provider tokens is not in PROVIDER_TOKEN_KEY.`);
    const bytes = Buffer.from(text, 'base64');
    const decipher = createDecipheriv(algorithm, key.secret, bytes.subarray(0, vectorLength))
      .setAAD(Buffer.from(owner))
      .setAuthTag(bytes.subarray(vectorLength, vectorLength + tagLength));
    const opened = decipher.update(bytes.subarray(vectorLength + tagLength));
    return Buffer.concat([opened, decipher.final()]).toString('utf8');
  }

  private current(): Promise<Key> {
    const [first] = this.configured;
    return first ? Promise.resolve(first) : this.keptKey();
  }

  private keptKey(): Promise<Key> {
    if (!this.kept) {
      this.kept = this.loadKey();
      this.kept.catch(() => (this.kept = undefined));
    }
    return this.kept;
  }

  private async loadKey(): Promise<Key> {
    const id = 'default';
    const found = await this.database.reader.findOneBy(ProviderTokenKeyEntity, { id });
    if (found) return toKey(found.secret);
    const secret = randomBytes(secretLength).toString('base64');
    try {
      await this.database.transaction((manager) =>
        manager.insert(ProviderTokenKeyEntity, { id, secret, createdTime: now() }),
      );
      return toKey(secret);
    } catch (error) {
      // Another process was faster: its key counts.
      if (isDuplicateKey(error)) return this.loadKey();
      throw error;
    }
  }
}
