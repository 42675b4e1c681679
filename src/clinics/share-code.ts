import { randomBytes } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { isDuplicateKey } from '../database/database';
import { internalError } from '../errors';
import { ShareCodeEntity } from './share-code.entity';

/** 32 characters that nobody takes for one another. */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

const attempts = 100;

/** Three groups of four characters, each with five random bits. */
function newShareCode(): string {
  const characters = [...randomBytes(12)].map((byte) => alphabet.charAt(byte % alphabet.length)).join('');
  return `${characters.slice(0, 4)}-${characters.slice(4, 8)}-${characters.slice(8)}`;
}

/** A code that no clinic has or ever had, kept for this one. */
export async function takeShareCode(manager: EntityManager, clinicId: string): Promise<string> {
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const code = newShareCode();
    try {
      await manager.insert(ShareCodeEntity, { code, clinicId });
      return code;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
  }
  throw internalError(new Error(`No free share code was found in ${attempts} attempts.`));
}
