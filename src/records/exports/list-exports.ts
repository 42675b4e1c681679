import type { EntityManager } from 'typeorm';
import { now } from '../../platform/clock';
import { readParts, type PartQuestion, type PlacedId } from '../../platform/database/pages';
import { placeholders } from '../../platform/database/placeholders';
import { newestFirst, type ListPart } from '../../platform/list-part';

/** A request for a part of an account's requested exports, newest first. */
export interface ExportQuestion extends ListPart {
  requesterId: string;
  /** Only exports of the records of these accounts. */
  userIds: readonly string[];
}

/** The ids of many parts, in the order of the requests. */
export const listExportIds = (
  manager: EntityManager,
  questions: readonly ExportQuestion[],
): Promise<PlacedId[][]> => readParts(manager, questions.map(buildPartQuestion));

function buildPartQuestion({ requesterId, userIds, ...part }: ExportQuestion): PartQuestion {
  const isWanted = userIds.length > 0 ? `user_id IN (${placeholders(userIds)})` : '1 = 0';
  const from = `FROM requested_exports WHERE requester_id = ? AND expiration_time > ? AND ${isWanted}`;
  const source = { id: 'id', from, parameters: [requesterId, now(), ...userIds] };
  return { source, keys: newestFirst.keys, part };
}
