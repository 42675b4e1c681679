import { randomBytes } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { isDuplicateKey } from '../../platform/database/database';
import { internalError } from '../../platform/errors';
import { ShareCodeEntity } from './share-code.entity';

/** 32 characters that are not easily confused. */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

const attempts = 100;

/** Three groups of four characters, each with five random bits. */
function newShareCode(): string {
  const characters = [...randomBytes(12)].map((byte) => alphabet.charAt(byte % alphabet.length)).join('');
  return `${characters.slice(0, 4)}-${characters.slice(4, 8)}-${characters.slice(8)}`;
}

/** Reserves a code that no clinic has or ever had. */
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
