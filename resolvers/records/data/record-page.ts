import { ArgsType, Field, Int } from 'type-graphql';
import type { RecordFilter } from '../../../src/records/data/record-filter';
import type { RequestContext } from '../../../src/request/request-context';
import { pageInfo, pageSize } from '../../paging';
import { DateTime } from '../../scalars';
import { fromCursor, recordPlace, toCursor } from './cursor';
import type { DatumConnection } from './data.types';
import { DatumType, toDatum } from './datum-types';

/** The requested page of records. */
@ArgsType()
export class RecordArguments {
  @Field(() => Int, { description: 'Maximum number of records, up to 1,000.', defaultValue: 100 })
  first!: number;

  @Field(() => String, { nullable: true, description: 'Return only items after this cursor.' })
  after?: string;

  @Field(() => DateTime, { nullable: true, description: 'Only records at this instant or later.' })
  from?: number;

  @Field(() => DateTime, { nullable: true, description: 'Only records before this instant.' })
  to?: number;

  @Field(() => [DatumType], { nullable: true, description: 'Only records of these types.' })
  types?: string[];
}

/** Callers may send null for arguments that they do not use. */
export const withoutNulls = <Given extends object>(given: Given): Given =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null)) as Given;

/** The inclusive end of a range, as services expect it; in the graph, `to` is exclusive. */
export const lastInstantBefore = (to: number | null | undefined): number | undefined =>
  to == null ? undefined : to - 1;

/** A page of an account's records, in order of time. */
export async function recordPage(
  context: RequestContext,
  userId: string,
  { first, after, from, to, types }: RecordArguments,
  filter: RecordFilter,
): Promise<DatumConnection> {
  const place = after === undefined ? undefined : fromCursor(after, recordPlace);
  const range = withoutNulls({ from, types });
  const last = lastInstantBefore(to);
  const page = await context.load(context.services.records.pages, {
    userId,
    filter: { ...range, ...(last !== undefined && { to: last }), ...filter },
    size: pageSize(first),
    ...(place && { after: { time: place[0], id: place[1], uploadId: place[2] } }),
  });
  const edges = page.records.map(({ position, content }) => ({
    cursor: toCursor(position.time, position.id, position.uploadId),
    node: toDatum(content, userId),
  }));
  return { edges, pageInfo: pageInfo(edges, page.hasMore, place !== undefined) };
}
