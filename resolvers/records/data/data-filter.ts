import { Field, ID, InputType, Int } from 'type-graphql';
import { badInput } from '../../../src/platform/errors';
import { titles } from '../../../src/platform/rules/check';
import type { RecordFilter } from '../../../src/records/data/record-filter';
import { withoutNulls } from './record-page';

/** Few enough for one statement in both dialects, and far more than there are. */
const mostWords = 1_000;

@InputType({
  description: 'Filters of records, in addition to time and type. Absent fields do not filter.',
})
export class DataFilter {
  @Field(() => [String], {
    nullable: true,
    description:
      'Only records with these subtypes or delivery types, such as `normal` or `scheduled`: in lower case, as in records. Legacy records may have any, so unknown ones are not refused. An empty list finds nothing. At most 1,000.',
  })
  subTypes?: string[];

  @Field(() => String, { nullable: true, description: 'Only records of exactly this device.' })
  deviceId?: string;

  @Field(() => ID, {
    nullable: true,
    description:
      'Only records of this data set. The rules for Medtronic pumps and sensors do not apply then.',
  })
  dataSetId?: string;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Whether to include records imported from CareLink; by default only if no pump was uploaded directly.',
  })
  carelink?: boolean;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Whether to include newer uploads of Medtronic pumps that a looping app can control; by default only if no such app is in use.',
  })
  medtronic?: boolean;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether readings from the sensor’s cloud service replace others; true by default.',
  })
  preferCloudCgm?: boolean;

  @Field(() => Int, {
    nullable: true,
    description:
      'Excludes sensor readings taken at shorter intervals, in milliseconds; those without an interval stay. Negative numbers are refused.',
  })
  minSampleInterval?: number;

  @Field(() => [String], {
    nullable: true,
    description:
      'Excludes dosing decisions made for other reasons. An empty list does not filter. At most 1,000.',
  })
  dosingDecisionReasons?: string[];
}

/** Throws when a list has too many words. */
function assertFew(name: 'subTypes' | 'dosingDecisionReasons', words: readonly string[] | null = []): void {
  if ((words?.length ?? 0) <= mostWords) return;
  const detail = `"${name}" in "filter" must have at most ${mostWords} items.`;
  const code = 'length-out-of-range';
  throw badInput(detail, [{ code, title: titles[code], detail, source: { pointer: `/filter/${name}` } }]);
}

/**
 * Maps a filter of the graph to that of the record reader. Throws on a negative interval, which REST ignores, and on
 * lists that are too long.
 */
export function toRecordFilter({ dataSetId: uploadId, ...filter }: DataFilter = {}): RecordFilter {
  if ((filter.minSampleInterval ?? 0) < 0) {
    const detail = '"minSampleInterval" in "filter" must be 0 milliseconds or more.';
    const [code, source] = ['value-out-of-range', { pointer: '/filter/minSampleInterval' }] as const;
    throw badInput(detail, [{ code, title: titles[code], detail, source }]);
  }
  assertFew('subTypes', filter.subTypes);
  assertFew('dosingDecisionReasons', filter.dosingDecisionReasons);
  return withoutNulls({ ...filter, uploadId });
}
