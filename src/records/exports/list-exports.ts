import type { EntityManager } from 'typeorm';
import { now } from '../../platform/clock';
import { readPagesOfIds, type PageOfIds } from '../../platform/database/pages';
import { placeholders } from '../../platform/database/placeholders';

/** The position of an export in a list: when it was requested, in milliseconds since the epoch, and its id. */
export type ExportPlace = readonly [createdTime: number, id: string];

/** A request for one page of an account's requested exports, newest first. */
export interface ExportQuestion {
  requesterId: string;
  /** Only exports of the records of these accounts. */
  userIds: readonly string[];
  after?: ExportPlace;
  size: number;
}

/** The ids of many pages, in the order of the requests. */
export const listExportIds = (
  manager: EntityManager,
  questions: readonly ExportQuestion[],
): Promise<string[][]> => readPagesOfIds(manager, questions.map(buildPageQuery));

function buildPageQuery({ requesterId, userIds, after, size }: ExportQuestion): PageOfIds {
  const isBehind = after ? 'AND (created_time < ? OR (created_time = ? AND id < ?))' : '';
  const isWanted = userIds.length > 0 ? `user_id IN (${placeholders(userIds)})` : '1 = 0';
  return {
    sql: `SELECT id FROM requested_exports WHERE requester_id = ? AND expiration_time > ? AND ${isWanted} ${isBehind}
      ORDER BY created_time DESC, id DESC LIMIT ${Number(size)}`,
    parameters: [requesterId, now(), ...userIds, ...(after ? [after[0], after[0], after[1]] : [])],
  };
}
