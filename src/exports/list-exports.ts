import type { EntityManager } from 'typeorm';
import { now } from '../clock';
import { readPagesOfIds, type PageOfIds } from '../database/pages';
import { placeholders } from '../database/placeholders';

/** The place of an export in a list: when it was asked for in milliseconds since the epoch, and its id. */
export type ExportPlace = readonly [createdTime: number, id: string];

/** A question for one page of the exports that one account has asked for, newest first. */
export interface ExportQuestion {
  requesterId: string;
  /** Exports of the records of these accounts, and of no others. */
  userIds: readonly string[];
  after?: ExportPlace;
  size: number;
}

/** The ids of many pages, in the order of the questions. */
export const listExportIds = (
  manager: EntityManager,
  questions: readonly ExportQuestion[],
): Promise<string[][]> => readPagesOfIds(manager, questions.map(pageOf));

function pageOf({ requesterId, userIds, after, size }: ExportQuestion): PageOfIds {
  const isBehind = after ? 'AND (created_time < ? OR (created_time = ? AND id < ?))' : '';
  const isWanted = userIds.length > 0 ? `user_id IN (${placeholders(userIds)})` : '1 = 0';
  return {
    sql: `SELECT id FROM requested_exports WHERE requester_id = ? AND expiration_time > ? AND ${isWanted} ${isBehind}
      ORDER BY created_time DESC, id DESC LIMIT ${Number(size)}`,
    parameters: [requesterId, now(), ...userIds, ...(after ? [after[0], after[0], after[1]] : [])],
  };
}
