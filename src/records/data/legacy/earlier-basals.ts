import type { EntityManager } from 'typeorm';
import { isOneOf } from '../../../platform/database/exact-text';
import type { Dialect } from '../../../platform/database/dialect';
import { inChunks } from '../in-chunks';
import { recordTable } from '../record-filter';

/** The place of a new basal in the series of one device. */
export interface BasalPlace {
  readonly deviceId: string | null;
  readonly source: string | null;
  /** Milliseconds since 1970. */
  readonly time: number;
}

/** Basals of one device from the same source form a series. */
export const toSeriesKey = ({ deviceId, source }: Pick<BasalPlace, 'deviceId' | 'source'>): string =>
  JSON.stringify([deviceId, source]);

/** A unique key of a place. */
export const placeKey = (place: BasalPlace): string => `${place.time} ${toSeriesKey(place)}`;

/** Small enough for one statement in both dialects. */
const questionsAtOnce = 100;

/**
 * The ids of the latest stored basals before places, by the keys of the places. Places of one series are searched in
 * order of time, each only back to the previous one, so that no time range is searched twice.
 */
export async function earlierBasals(
  manager: EntityManager,
  dialect: Dialect,
  userId: string,
  places: readonly BasalPlace[],
): Promise<Map<string, string>> {
  const inOrder = [...places].sort((one, other) => one.time - other.time);
  const lastOfSeries = new Map<string, BasalPlace>();
  const questions = inOrder.map((place) => {
    const before = lastOfSeries.get(toSeriesKey(place));
    lastOfSeries.set(toSeriesKey(place), place);
    return { place, before };
  });
  const found = new Map<string, string>();
  for (const chunk of inChunks(questions, questionsAtOnce)) {
    const parts = chunk.map(({ place, before }, index) => basalWithin(dialect, userId, place, before, index));
    const rows: { question: number | string; id: string }[] = await manager.query(
      parts.map(({ sql }) => sql).join(' UNION ALL '),
      parts.flatMap(({ parameters }) => parameters),
    );
    const ids = new Map(rows.map(({ question, id }) => [Number(question), id]));
    chunk.forEach(({ place, before }, index) => {
      const id = ids.get(index) ?? (before && found.get(placeKey(before)));
      if (id !== undefined) found.set(placeKey(place), id);
    });
  }
  return found;
}

function basalWithin(
  dialect: Dialect,
  userId: string,
  { deviceId, source, time }: BasalPlace,
  before: BasalPlace | undefined,
  question: number,
) {
  const { from, isActive } = recordTable(dialect, { types: ['basal'] });
  const ofDevice = isOneOf('device_id', [deviceId ?? '']);
  const bySource = source === null ? { sql: 'source IS NULL', parameters: [] } : isOneOf('source', [source]);
  return {
    sql: `SELECT ${question} AS question, latest.id FROM (
      SELECT id FROM ${from}
      WHERE user_id = ? AND ${isActive} AND type = 'basal' AND time < ? AND time >= ?
        AND (sub_type IS NULL OR sub_type <> 'injected') AND ${ofDevice.sql} AND ${bySource.sql}
      ORDER BY time DESC, id DESC LIMIT 1) latest`,
    parameters: [
      ...[userId, time, before?.time ?? Number.MIN_SAFE_INTEGER],
      ...ofDevice.parameters,
      ...bySource.parameters,
    ],
  };
}
