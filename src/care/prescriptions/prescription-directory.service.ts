import { In } from 'typeorm';
import { now } from '../../platform/clock';
import type { Database } from '../../platform/database/database';
import { readParts, withItems } from '../../platform/database/pages';
import { notFound } from '../../platform/errors';
import type { ListOrder, ListPart, Placed } from '../../platform/list-part';
import { isClinicId } from '../../platform/ids';
import { buildConditions, type PrescriptionListQuestion } from './prescription-list';
import { PrescriptionRevisionEntity } from './prescription-revision.entity';
import { PrescriptionEntity, type Prescription } from './prescription.entity';

/** Identifies a prescription of a clinic. */
export interface PrescriptionKey {
  clinicId: string;
  id: string;
}

/** Identifies a prescription that an account has claimed. */
export interface ClaimedKey {
  userId: string;
  id: string;
}

/** A part of a list. */
export interface Place {
  offset: number;
  size: number;
}

/** Prescriptions, last modified first. */
export const prescriptionsOrder: ListOrder = {
  name: 'modified',
  keys: [
    { expression: 'modified_time', kind: 'number', descending: true },
    { expression: 'id', kind: 'text', descending: true },
  ],
};

/** The revisions of a prescription, latest first. */
export const revisionsOrder: ListOrder = {
  name: 'latest',
  keys: [{ expression: 'revision_id', kind: 'number', descending: true }],
};

export const noSuchPrescription = () => notFound('There is no such prescription.').about('prescriptionId');

/** Identifies a revision of a prescription. */
type RevisionKey = Pick<PrescriptionRevisionEntity, 'clinicId' | 'prescriptionId' | 'revisionId'>;

const revisionKey = ({ clinicId, prescriptionId, revisionId }: RevisionKey): string =>
  `${clinicId} ${prescriptionId} ${revisionId}`;

/** Finds prescriptions; never deleted ones. */
export class PrescriptionDirectory {
  constructor(private readonly database: Database) {}

  /** Prescriptions by clinic and id, in the order of the keys; null if there is none. For loaders. */
  readonly findMany = async (keys: readonly PrescriptionKey[]): Promise<(Prescription | null)[]> => {
    const found = await this.read(keys.map(({ id }) => id));
    return keys.map(({ clinicId, id }) => {
      const prescription = found.get(id);
      return prescription?.clinicId === clinicId ? prescription : null;
    });
  };

  /** Prescriptions of any clinic by id, in the order of the ids; null if there is none. For loaders. */
  readonly findById = async (ids: readonly string[]): Promise<(Prescription | null)[]> => {
    const found = await this.read(ids);
    return ids.map((id) => found.get(id) ?? null);
  };

  /** Prescriptions by the account that claimed them, in the order of the keys; null if there is none. For loaders. */
  readonly findClaimed = async (keys: readonly ClaimedKey[]): Promise<(Prescription | null)[]> => {
    const found = await this.read(keys.map(({ id }) => id));
    return keys.map(({ userId, id }) => {
      const prescription = found.get(id);
      return prescription?.patientUserId === userId ? prescription : null;
    });
  };

  /** The prescription. Throws when it does not exist. */
  async find(key: PrescriptionKey): Promise<Prescription> {
    const [found] = await this.findMany([key]);
    if (!found) throw noSuchPrescription();
    return found;
  }

  /** Pages of lists, last modified first; in the order of the requests. For loaders. */
  readonly pages = async (
    questions: readonly (PrescriptionListQuestion & ListPart)[],
  ): Promise<Placed<Prescription>[][]> => {
    const time = now();
    const parts = await readParts(
      this.database.reader,
      questions.map((question) => {
        const { sql, parameters } = buildConditions(question, time);
        const source = { id: 'id', from: `FROM prescriptions WHERE ${sql}`, parameters };
        return { source, keys: prescriptionsOrder.keys, part: question };
      }),
    );
    const ids = parts.flat().map(({ id }) => id);
    const found = await this.read(ids);
    return withItems(
      parts,
      ids.map((id) => found.get(id) ?? null),
    );
  };

  /** Pages of revisions of prescriptions, latest first; in the order of the requests. For loaders. */
  readonly revisions = async (
    questions: readonly (PrescriptionKey & ListPart)[],
  ): Promise<Placed<PrescriptionRevisionEntity>[][]> => {
    const parts = await readParts(
      this.database.reader,
      questions.map(({ clinicId, id, ...part }) => {
        const from = 'FROM prescription_revisions WHERE clinic_id = ? AND prescription_id = ?';
        const source = { id: 'revision_id', from, parameters: [clinicId, id] };
        return { source, keys: revisionsOrder.keys, part };
      }),
    );
    const wanted = questions.flatMap(({ clinicId, id }, index) => {
      const numbers = (parts[index] ?? []).map((revision) => Number(revision.id));
      return numbers.length === 0 ? [] : { clinicId, prescriptionId: id, revisionId: In(numbers) };
    });
    const found =
      wanted.length === 0
        ? []
        : await this.database.reader.find(PrescriptionRevisionEntity, { where: wanted });
    const byKey = new Map(found.map((revision) => [revisionKey(revision), revision]));
    return questions.map(({ clinicId, id: prescriptionId }, index) =>
      (parts[index] ?? []).map(({ id, place }) => {
        const key = revisionKey({ clinicId, prescriptionId, revisionId: Number(id) });
        return { place, item: byKey.get(key) ?? null };
      }),
    );
  };

  /** Revisions by clinic, prescription and number, in the order of the keys; null if there is none. For loaders. */
  readonly findRevisions = async (
    keys: readonly RevisionKey[],
  ): Promise<(PrescriptionRevisionEntity | null)[]> => {
    const found = await this.database.reader.findBy(PrescriptionRevisionEntity, [...keys]);
    const byKey = new Map(found.map((revision) => [revisionKey(revision), revision]));
    return keys.map((key) => byKey.get(revisionKey(key)) ?? null);
  };

  /** Prescriptions by id with their latest revisions, in one statement, so that both are consistent. */
  private async read(ids: readonly string[]): Promise<Map<string, Prescription>> {
    const wanted = [...new Set(ids)].filter(isClinicId);
    if (wanted.length === 0) return new Map();
    const found = (await this.database.reader
      .createQueryBuilder(PrescriptionEntity, 'p')
      .innerJoinAndMapOne(
        'p.latestRevision',
        PrescriptionRevisionEntity,
        'r',
        'r.clinicId = p.clinicId AND r.prescriptionId = p.id AND r.revisionId = p.revisionId',
      )
      .where('p.id IN (:...wanted) AND p.deletedTime IS NULL', { wanted })
      .getMany()) as Prescription[];
    return new Map(found.map((prescription) => [prescription.id, prescription]));
  }
}
