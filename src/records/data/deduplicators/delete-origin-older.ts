import type { EntityManager } from 'typeorm';
import { placeholders } from '../../../platform/database/placeholders';
import { exactInstant } from '../../../platform/validation/values/calendar';
import { deleteReplaced } from '../change-records';
import type { DataSetEntity } from '../data-set.entity';
import { inChunks } from '../in-chunks';
import { lookUp } from '../record-lookup';
import type { RecordEntity } from '../record.entity';
import { notRemoved } from './compared-records';
import type { Deduplicator } from './deduplicator';
import { relinked } from './record-links';
import { archiveRecords } from './removal';
import { contentKey } from './repeated-records';

/** Types whose earlier records stay unless the new ones are newer. */
const comparedTypes = ['bolus', 'food'];

/** Sorts before every time. */
const noTime = '';

type Form = Pick<RecordEntity, 'id' | 'type' | 'originId' | 'content'>;

/** The forms of one bolus or meal. */
interface Forms {
  all: Form[];
  newest: { form: Form; time: string };
  /** The first one with each content, once it is asked for. */
  byContent?: Map<string, Form>;
}

/** The time of a record at its origin, as a text that sorts like it. Phones write more digits than milliseconds. */
function originTime({ content }: Form): string {
  const { origin } = JSON.parse(content) as { origin?: { time?: string } };
  return exactInstant(origin?.time ?? '') ?? noTime;
}

const isCompared = ({ type, originId }: Form): boolean => originId !== null && comparedTypes.includes(type);

/** What tells a bolus or a meal from others. */
const subject = ({ type, originId }: Form): string => `${type} ${originId}`;

function bySubject(forms: readonly Form[]): Map<string, Forms> {
  const found = new Map<string, Forms>();
  for (const form of forms) {
    const time = originTime(form);
    const known = found.get(subject(form));
    known?.all.push(form);
    if (!known) found.set(subject(form), { all: [form], newest: { form, time } });
    else if (known.newest.time < time) known.newest = { form, time };
  }
  return found;
}

/** The form that stands for one that is not stored: an equal one if there are several. */
function substitute(form: Form, forms: Forms): Form {
  const { all, newest } = forms;
  if (all.length === 1) return newest.form;
  forms.byContent ??= new Map(all.toReversed().map((other) => [contentKey(other.content), other]));
  return forms.byContent.get(contentKey(form.content)) ?? newest.form;
}

/** The stored forms of the boluses and meals in a batch, without those whose id something else in the batch has. */
async function findEarlier(
  manager: EntityManager,
  dataSet: DataSetEntity,
  records: readonly RecordEntity[],
): Promise<Map<string, Forms>> {
  const originIds = [...new Set(records.filter(isCompared).map(({ originId }) => originId ?? ''))];
  const subjects = new Map(records.map((record) => [record.id, subject(record)]));
  const found: Form[] = [];
  for (const chunk of inChunks(originIds)) {
    const { table, where, parameters } = lookUp(manager, dataSet, 'originId', chunk);
    const forms: Form[] = await manager.query(
      `SELECT id, type, origin_id AS originId, content FROM ${table}
       WHERE ${where} AND type IN (${placeholders(comparedTypes)}) AND ${notRemoved}`,
      [...parameters, ...comparedTypes],
    );
    found.push(...forms.filter((form) => (subjects.get(form.id) ?? subject(form)) === subject(form)));
  }
  return bySubject(found);
}

/**
 * A record replaces earlier records of its data set with the same `origin.id`, but a bolus or a meal only if its
 * `origin.time` is later, because phones may send an old version after a newer one. Otherwise the stored one stays, whatever
 * else comes with the same origin.
 */
export const deleteOriginOlder: Deduplicator = {
  name: 'org.tidepool.deduplicator.dataset.delete.origin.older',
  version: '1.0.0',
  aliases: [],
  hashes: null,
  recognizes: ({ originId }) => originId !== null,
  needsDevice: false,
  async admit(manager, dataSet, records) {
    const compared = records.filter(isCompared);
    const earlier = await findEarlier(manager, dataSet, records);
    const isOutdated = (record: RecordEntity): boolean => {
      const existing = earlier.get(subject(record));
      return existing !== undefined && originTime(record) <= existing.newest.time;
    };
    const outdated = new Set(compared.filter(isOutdated));
    const admitted = records.filter((record) => !outdated.has(record));
    const renewed = bySubject(compared.filter((record) => !outdated.has(record)));
    const kept = new Map<string, string>();
    const staying = new Set<Forms>();
    for (const record of outdated) {
      const newer = renewed.get(subject(record));
      const current = newer ?? earlier.get(subject(record));
      if (current) kept.set(record.id, substitute(record, current).id);
      if (current && !newer) staying.add(current);
    }
    const spared = new Set([...staying].flatMap(({ all }) => all.map(({ id }) => id)));
    const values = [...new Set(admitted.map(({ originId }) => originId).filter((id) => id !== null))];
    await deleteReplaced(manager, dataSet, { field: 'originId', values, by: records, spared });
    if (kept.size === 0) return admitted;
    // Copies, because the transaction may run again, on other stored records.
    return admitted.map((record) => ({ ...record, content: relinked(record, kept) }));
  },
  close: () => Promise.resolve(),
  remove: archiveRecords,
  release: () => Promise.resolve(),
};
