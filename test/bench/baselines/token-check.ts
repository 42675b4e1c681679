import type { Request } from 'express';
import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { decodeProtectedHeader, jwtVerify, type JWTPayload } from 'jose';
import type { RowDataPacket } from 'mysql2';
import { forDialect, isSqlite, openBareDatabase } from '../bare-database';

const databaseUrl = process.env.DATABASE_URL ?? '';

/** The database of a baseline process. */
export const database = openBareDatabase(databaseUrl);

export const isOnSqlite = isSqlite(databaseUrl);

/** The rows that a statement finds, which names the order of tables and an index as MySQL does. */
export const findRows = (sql: string, parameters: unknown[]): Promise<RowDataPacket[]> =>
  database.rows(forDialect(databaseUrl, sql), parameters);

const keys = new Map<string, KeyObject>();
/** Cache of verified signatures. The service has one too, so that the ratio measures only the graph. */
const verified = new Map<string, JWTPayload>();

/** The first row that a statement finds. */
export async function findRow(sql: string, parameters: string[]): Promise<RowDataPacket | undefined> {
  const [row] = await database.rows(sql, parameters);
  return row;
}

async function findKey(token: string): Promise<KeyObject> {
  const keyId = decodeProtectedHeader(token).kid ?? '';
  let key = keys.get(keyId);
  if (!key) {
    const row = await findRow("SELECT private_key FROM signing_keys WHERE ring = 'session' AND key_id = ?", [
      keyId,
    ]);
    key = createPublicKey(createPrivateKey(String(row?.private_key)));
    keys.set(keyId, key);
  }
  return key;
}

const sessionOfToken = `
  SELECT s.ended_time AS endedTime, s.expires_time AS expiresTime, s.idle_limit AS idleLimit,
         s.last_used_time AS lastUsedTime
  FROM sessions s
  LEFT JOIN users u ON u.id = s.user_id
  LEFT JOIN revoked_tokens r ON r.user_id = s.user_id AND r.token_id = ?
  WHERE s.user_id = ? AND s.id = ? AND r.token_id IS NULL AND u.disabled_time IS NULL
    AND (u.id IS NOT NULL OR s.kind = 'server')`;

function isAlive({ endedTime, expiresTime, idleLimit, lastUsedTime }: RowDataPacket): boolean {
  const time = Date.now();
  if (endedTime !== null || (expiresTime !== null && time >= expiresTime)) return false;
  return idleLimit === null || time < lastUsedTime + idleLimit;
}

async function verifyPayload(token: string): Promise<JWTPayload> {
  const known = verified.get(token);
  if (known && Number(known.exp) * 1000 > Date.now()) return known;
  const { payload } = await jwtVerify(token, await findKey(token), { algorithms: ['EdDSA'] });
  verified.set(token, payload);
  return payload;
}

/** The account of a request's token. Throws when the token or its session is invalid. */
export async function identifyCaller(request: Request): Promise<string> {
  const token = request.get('x-tidepool-session-token') ?? '';
  const { sub = '', jti = '', sid } = await verifyPayload(token);
  const session = await findRow(sessionOfToken, [jti, sub, String(sid)]);
  if (!session || !isAlive(session)) throw new Error('The session has ended.');
  return sub;
}
