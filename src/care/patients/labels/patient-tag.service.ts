import { In, type EntityManager } from 'typeorm';
import { now } from '../../../platform/clock';
import { isDuplicateKey, type Database } from '../../../platform/database/database';
import { ApiError, badInput, conflict, notFound, unprocessable } from '../../../platform/errors';
import { isUserId, newClinicId } from '../../../platform/ids';
import type { ClinicNews } from '../../clinics/clinic-news.service';
import { digest } from '../../../platform/folding';
import {
  findLabel,
  findLabels,
  findLabelNames,
  findLabelNamesById,
  type Label,
  type LabelName,
  type LabelTables,
} from './label';
import { tagName, tagNameKey } from './label-names';
import { lockClinic } from '../../clinics/lock-clinic';
import { lockPatient } from '../lock-patient';
import type { PatientKey } from '../patient-directory.service';
import { knownTags, setTags } from './patient-labels';
import { PatientTagEntity } from './patient-tag.entity';
import { PatientEntity } from '../patient.entity';
import { TaggingEntity } from './tagging.entity';
import { declareCreated } from '../../../platform/database/created';

/** A tag of a clinic. */
export interface TagKey {
  clinicId: string;
  id: string;
}

const tables: LabelTables = { labels: 'clinic_tags', patients: 'patient_taggings', column: 'tag_id' };

/** Maximum number of tags per clinic. */
export const mostTags = 50;
const mostPatients = 1_000;

export const noSuchTag = () => notFound('There is no such tag in the clinic.').about('tagId', 'tagIds');

/** Few enough rows for one statement in both dialects. */
const rowsAtOnce = 500;

/** The tags of clinics. */
export class PatientTagService {
  constructor(
    private readonly database: Database,
    private readonly news: ClinicNews,
  ) {}

  /** The tags of each of these clinics, in order of creation. For loaders. */
  readonly ofClinics = (clinicIds: readonly string[]): Promise<Label[][]> =>
    findLabels(this.database, tables, clinicIds);

  /** The same without counts, which take long in a large clinic. For loaders. */
  readonly namesOfClinics = (clinicIds: readonly string[]): Promise<LabelName[][]> =>
    findLabelNames(this.database, tables, clinicIds);

  /** The tags with these ids without counts, whatever their clinic, in the order of the ids. For loaders. */
  readonly findNames = (ids: readonly string[]): Promise<(LabelName | null)[]> =>
    findLabelNamesById(this.database, tables, ids);

  /** The ids of the tags with these names. Missing tags are created; invalid names are ignored. */
  async named(clinicId: string, names: readonly string[]): Promise<string[]> {
    const [known = []] = await this.namesOfClinics([clinicId]);
    const ids = new Map(known.map(({ id, name }) => [tagNameKey(name), id]));
    const wanted: string[] = [];
    for (const name of names) {
      const id = ids.get(tagNameKey(name)) ?? (await this.createWherePossible(clinicId, name));
      if (id === null) continue;
      ids.set(tagNameKey(name), id);
      wanted.push(id);
    }
    return [...new Set(wanted)];
  }

  /** Null for an invalid name. */
  private async createWherePossible(clinicId: string, name: string): Promise<string | null> {
    try {
      return (await this.create(clinicId, name)).id;
    } catch (error) {
      if (error instanceof ApiError && error.status < 500) return null;
      throw error;
    }
  }

  /** Creates a tag. Throws when the clinic has the maximum number, and a conflict when the name is taken. */
  async create(clinicId: string, given: string): Promise<Label> {
    const name = tagName(given);
    const tag = { clinicId, id: newClinicId(now()), name, nameDigest: digest(tagNameKey(name)) };
    await this.database.transaction(async (manager) => {
      await lockClinic(this.database, manager, clinicId);
      if ((await manager.countBy(PatientTagEntity, { clinicId })) >= mostTags)
        throw unprocessable(`A clinic has at most ${mostTags} tags.`).about('clinicId');
      await uniquely(() => manager.insert(PatientTagEntity, tag));
      declareCreated(manager, tag.id);
    });
    return { clinicId, id: tag.id, name, numPatients: 0 };
  }

  /** Renames a tag. Throws when it does not exist, and a conflict when the name is taken. */
  async rename({ clinicId, id }: TagKey, given: string): Promise<Label> {
    const name = tagName(given);
    await this.database.transaction(async (manager) => {
      await lockClinic(this.database, manager, clinicId);
      const tag = await manager.findOneBy(PatientTagEntity, { clinicId, id });
      if (!tag) throw noSuchTag();
      // The comparison key only changes with the name: legacy tags may share one, and keep it.
      const isSame = tagNameKey(name) === tagNameKey(tag.name);
      const set = { name, ...(!isSame && { nameDigest: digest(tagNameKey(name)) }) };
      await uniquely(() => manager.update(PatientTagEntity, { clinicId, id }, set));
      this.news.patientsChanged(manager, clinicId, null);
    });
    return findLabel(this.database, tables, { clinicId, id }, noSuchTag);
  }

  /** Deletes a tag and removes it from the patients, if it exists. */
  async remove({ clinicId, id }: TagKey): Promise<void> {
    await this.database.transaction(async (manager) => {
      await lockClinic(this.database, manager, clinicId);
      await manager.delete(TaggingEntity, { clinicId, tagId: id });
      await manager.delete(PatientTagEntity, { clinicId, id });
      this.news.patientsChanged(manager, clinicId, null);
    });
  }

  /**
   * Assigns a tag to these patients, or to all of the clinic. Accounts that are not patients are ignored. Throws
   * when the tag does not exist.
   */
  async assign({ clinicId, id: tagId }: TagKey, userIds: readonly string[] | null): Promise<void> {
    assertUserIds(userIds);
    await this.database.transaction(async (manager) => {
      await lockClinic(this.database, manager, clinicId);
      if (!(await manager.existsBy(PatientTagEntity, { clinicId, id: tagId }))) throw noSuchTag();
      const missing = await this.withoutTag(manager, clinicId, tagId, userIds);
      for (let start = 0; start < missing.length; start += rowsAtOnce) {
        const rows = missing.slice(start, start + rowsAtOnce);
        await manager.insert(
          TaggingEntity,
          rows.map((userId) => ({ clinicId, tagId, userId, place: mostTags })),
        );
      }
      this.news.patientsChanged(manager, clinicId, missing);
    });
  }

  /** Replaces the tags of a patient; unknown ones are ignored. Throws when the patient does not exist. */
  async replace({ clinicId, userId }: PatientKey, tagIds: readonly string[]): Promise<void> {
    await this.database.transaction(async (manager) => {
      await lockClinic(this.database, manager, clinicId);
      const patient = await lockPatient(this.database, manager, { clinicId, userId });
      await setTags(manager, patient, await knownTags(manager, clinicId, tagIds));
      await manager.update(PatientEntity, { clinicId, userId }, { updatedTime: now() });
      this.news.patientsChanged(manager, clinicId, [userId]);
    });
  }

  private async withoutTag(
    manager: EntityManager,
    clinicId: string,
    tagId: string,
    userIds: readonly string[] | null,
  ): Promise<string[]> {
    const query = manager
      .createQueryBuilder(PatientEntity, 'p')
      .select('p.userId', 'userId')
      .where({ clinicId });
    if (userIds) query.andWhere({ userId: In([...userIds]) });
    const has = manager
      .createQueryBuilder(TaggingEntity, 't')
      .select('1')
      .where('t.clinicId = p.clinicId AND t.userId = p.userId AND t.tagId = :tagId', { tagId });
    const rows = await query
      .andWhere(`NOT EXISTS (${has.getQuery()})`)
      .setParameters(has.getParameters())
      .getRawMany<{ userId: string }>();
    return rows.map(({ userId }) => userId);
  }

  /** Removes a tag from these patients, or from all of the clinic. */
  async unassign({ clinicId, id: tagId }: TagKey, userIds: readonly string[] | null): Promise<void> {
    assertUserIds(userIds);
    await this.database.transaction(async (manager) => {
      await lockClinic(this.database, manager, clinicId);
      await manager.delete(TaggingEntity, {
        clinicId,
        tagId,
        ...(userIds && { userId: In([...userIds]) }),
      });
      this.news.patientsChanged(manager, clinicId, userIds);
    });
  }
}

async function uniquely(write: () => Promise<unknown>): Promise<void> {
  try {
    await write();
  } catch (error) {
    throw isDuplicateKey(error)
      ? conflict('The clinic already has a tag with this name.').about('name')
      : error;
  }
}

function assertUserIds(userIds: readonly string[] | null): void {
  if (!userIds) return;
  const isFine =
    userIds.length >= 1 &&
    userIds.length <= mostPatients &&
    userIds.every(isUserId) &&
    new Set(userIds).size === userIds.length;
  if (!isFine)
    throw badInput(`The patients must be 1 to ${mostPatients} account ids without duplicates.`).about(
      'patientIds',
    );
}
