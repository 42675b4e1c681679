import type { Dialect } from '../../platform/database/dialect';
import type { Condition } from '../../platform/database/exact-text';
import type { SnapshotQuery } from '../../platform/database/snapshot';
import { preferCloud, type CloudSource, type FindCloudSources } from './cloud-readings';
import { countedSources } from './counted-sources';
import { usersWithDirectUpload } from './data-sets-as-records';
import { pumpReadOuts, usersWithPumpApp } from './medtronic';
import type { RecordFilter } from './record-filter';

interface Question {
  userId: string;
  filter: RecordFilter;
}

/**
 * If the same data arrives through several channels, decides which copy is shown: CareLink or the pump itself, the
 * manufacturer's cloud or a phone, a pump or the app that controls it. The defaults of a filter depend on the
 * account's data. A filter for one data set shows it unchanged, except for CareLink.
 */
export class SourceRules {
  constructor(
    private readonly dialect: Dialect,
    private readonly findCloudSources: FindCloudSources,
  ) {}

  /** The requests with all defaults decided. The number of statements does not depend on their number. */
  async decide<Asked extends Question>(query: SnapshotQuery, questions: readonly Asked[]): Promise<Asked[]> {
    const direct = await usersWithDirectUpload(
      query,
      usersMatching(questions, ({ carelink }) => carelink === undefined),
    );
    const cloud = await this.cloudConditions(query, questions);
    const pumps = await this.pumpConditions(query, questions);
    return questions.map((question) => {
      const { userId, filter } = question;
      const hidden = [
        preferringCloud(filter) ? cloud.get(userId) : undefined,
        mayHidePumps(filter) ? pumps(userId, filter) : undefined,
      ].filter((condition) => condition !== undefined);
      const carelink = filter.carelink ?? !direct.has(userId);
      return { ...question, filter: { ...filter, carelink, decided: hidden } };
    });
  }

  private async cloudConditions(
    query: SnapshotQuery,
    questions: readonly Question[],
  ): Promise<ReadonlyMap<string, Condition>> {
    const all = await this.findCloudSources(query, usersMatching(questions, preferringCloud));
    const sources = await countedSources(this.dialect, query, all);
    const byUser = new Map<string, CloudSource[]>();
    for (const source of sources) byUser.set(source.userId, [...(byUser.get(source.userId) ?? []), source]);
    const found = new Map<string, Condition>();
    for (const [userId, own] of byUser) {
      const condition = preferCloud(own);
      if (condition) found.set(userId, condition);
    }
    return found;
  }

  private async pumpConditions(query: SnapshotQuery, questions: readonly Question[]) {
    const undecided = usersMatching(
      questions,
      (filter) => mayHidePumps(filter) && filter.medtronic === undefined,
    );
    const withApp = await usersWithPumpApp(this.dialect, query, undecided);
    const withoutMedtronic = usersMatching(
      questions,
      (filter) => mayHidePumps(filter) && filter.medtronic === false,
    );
    const readOuts = await pumpReadOuts(query, [...new Set([...withApp, ...withoutMedtronic])]);
    return (userId: string, { medtronic }: RecordFilter): Condition | undefined =>
      medtronic === false || withApp.has(userId) ? readOuts.get(userId) : undefined;
  }
}

const wantsType = ({ types }: RecordFilter, wanted: readonly string[]): boolean =>
  !types || types.some((type) => wanted.includes(type));

const preferringCloud = (filter: RecordFilter): boolean =>
  filter.preferCloudCgm !== false && filter.uploadId === undefined && wantsType(filter, ['cbg']);

const mayHidePumps = (filter: RecordFilter): boolean =>
  filter.medtronic !== true && filter.uploadId === undefined && wantsType(filter, ['basal', 'bolus', 'cbg']);

const usersMatching = (
  questions: readonly Question[],
  matches: (filter: RecordFilter) => boolean,
): string[] => [...new Set(questions.filter(({ filter }) => matches(filter)).map(({ userId }) => userId))];
