import { ArgsType, Field } from 'type-graphql';
import type { RecordBound, RecordFilter } from '../../../src/records/data/record-filter';
import type { Bound, ListOrder, ListPart, Placed } from '../../../src/platform/list-part';
import type { RequestContext } from '../../../src/request/request-context';
import { pageArguments } from '../../page-arguments';
import { keyedPage, usualRecords } from '../../paging';
import { DateTime } from '../../scalars';
import { TimeOrder } from '../../time-order';
import type { DatumConnection } from './data.types';
import { DatumType, toDatum } from './datum-types';

/** The requested page of records. */
@ArgsType()
export class RecordArguments extends pageArguments('records', usualRecords) {
  @Field(() => TimeOrder, {
    description: 'Whether the oldest or the newest record comes first.',
    defaultValue: TimeOrder.OLDEST_FIRST,
  })
  order!: TimeOrder;

  @Field(() => DateTime, { nullable: true, description: 'Only records at this instant or later.' })
  from?: number;

  @Field(() => DateTime, { nullable: true, description: 'Only records before this instant.' })
  to?: number;

  @Field(() => [DatumType], {
    nullable: true,
    description: 'Only records of these types. An empty list finds nothing.',
  })
  types?: string[];
}

/** Callers may send null for arguments that they do not use. */
export const withoutNulls = <Given extends object>(given: Given): Given =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null)) as Given;

/** The inclusive end of a range, as services expect it; in the graph, `to` is exclusive. */
export const lastInstantBefore = (to: number | null | undefined): number | undefined =>
  to == null ? undefined : to - 1;

/** What id columns contain; empty in a bound that is only a time. */
const idForm = /^[\x21-\x7e]{0,40}$/;

const recordsOrder = (name: string, descending: boolean): ListOrder => ({
  name,
  keys: [
    { expression: 'time', kind: 'number', descending },
    { expression: 'id', kind: 'text', form: idForm, descending },
    { expression: 'upload_id', kind: 'text', form: idForm, descending },
  ],
});

const orders = { NEWEST_FIRST: recordsOrder('newest', true), OLDEST_FIRST: recordsOrder('oldest', false) };

function boundOfRecords({ values: [time, id, uploadId], isIncluded }: Bound): RecordBound {
  return { time: Number(time), id: String(id), uploadId: String(uploadId), isIncluded };
}

/** Records that are parsed within a few milliseconds. */
const fewRecords = 200;

/** A page of an account's records, in order of time. */
export async function recordPage(
  context: RequestContext,
  list: { field: string; of: string },
  userId: string,
  asked: RecordArguments,
  given: RecordFilter,
): Promise<DatumConnection> {
  const { order, from, to, types, ...page } = withoutNulls(asked);
  const last = lastInstantBefore(to);
  const range = { ...(from !== undefined && { from }), ...(types && { types }) };
  const filter = { ...range, ...(last !== undefined && { to: last }), ...given };
  const load = async ({ size, isBackward, after, before }: ListPart): Promise<Placed<string>[]> => {
    // A page at the end is read from there.
    const [start, end] = isBackward ? [before, after] : [after, before];
    const { records } = await context.load(context.services.records.pages, {
      userId,
      filter,
      size,
      newestFirst: (order === 'NEWEST_FIRST') !== Boolean(isBackward),
      ...(start && { after: boundOfRecords(start) }),
      ...(end && { until: boundOfRecords(end) }),
    });
    // Other pages of the same query may be as long.
    if (records.length > fewRecords) await context.giveWay();
    const placed = records.map(({ position: { time, id, uploadId }, content }) => ({
      place: [time, id, uploadId],
      item: content,
    }));
    return isBackward ? placed.reverse() : placed;
  };
  return keyedPage(
    { ...list, order: orders[order] },
    page,
    load,
    (content) => toDatum(content, userId),
    usualRecords,
  );
}
