import type { EntityManager } from 'typeorm';
import type { Database } from '../../platform/database/database';
import { readParts, type PartQuestion } from '../../platform/database/pages';
import { placeholders } from '../../platform/database/placeholders';
import type { ListOrder, ListPart, Placed } from '../../platform/list-part';
import { StoredJson } from '../../platform/stored-json';
import type { PatientPermission } from './patient-permission';
import { mrnDigest } from './patient-fields';
import type { PatientSummary } from './patient-summary.entity';
import { PatientRecords, summaryBytes, withRecords, type PatientRecord } from './patient-records';
import { PatientEntity } from './patient.entity';

/** A patient of a clinic. */
export interface PatientKey {
  clinicId: string;
  userId: string;
}

/** Some patients of a clinic, or all of them. */
export interface PatientsOfClinic {
  clinicId: string;
  /** Few enough for one statement. */
  userIds?: readonly string[];
  tagId?: string;
  siteId?: string;
}

/** Permissions of the clinic on a patient's account. */
export interface PatientPermissions {
  userId: string;
  permissions: PatientPermission[];
}

export interface SummarizedPatient extends PatientRecord {
  /** Null if there is none. */
  summary: PatientSummary | null;
}

/** Filters of patients across all of the caller's clinics; all must match. */
export interface PatientSearch {
  /** Ignores case and accents. */
  mrn?: string;
  /** `YYYY-MM-DD` */
  birthDate?: string;
  clinicId?: string;
  /** Source id in the clinic's EHR settings. */
  ehrSourceId?: string;
}

interface SummaryRow {
  clinic_id: string;
  user_id: string;
  content: Buffer;
}

/** Patients of several clinics, by name. */
export const patientsByName: ListOrder = {
  name: 'name',
  keys: [
    { expression: 'p.name_key', kind: 'text' },
    { expression: 'p.id', kind: 'text' },
  ],
};

/** Few enough for one statement in both dialects. */
const patientsAtOnce = 10_000;

const toKey = ({ clinicId, userId }: PatientKey): string => `${clinicId} ${userId}`;

const distinct = (values: readonly string[]): string[] => [...new Set(values)];

/**
 * Finds patients of clinics. Its statements join patients with clinics, clinicians and labels, as a search must be
 * one statement.
 */
export class PatientDirectory {
  readonly records: PatientRecords;

  constructor(private readonly database: Database) {
    this.records = new PatientRecords(database);
  }

  /** Patients by clinic and account, in the order of the keys; null if there is none. For loaders. */
  readonly findMany = async (keys: readonly PatientKey[]): Promise<(PatientRecord | null)[]> => {
    const clinicIds = distinct(keys.map(({ clinicId }) => clinicId));
    const found = await this.patientsIn(
      `p.clinic_id IN (${placeholders(clinicIds)}) AND p.user_id`,
      clinicIds,
      distinct(keys.map(({ userId }) => userId)),
    );
    const records = new Map(found.map((record) => [toKey(record.patient), record]));
    return keys.map((key) => records.get(toKey(key)) ?? null);
  };

  /** Summaries of patients, in the order of the keys; null if there is none. For loaders. */
  readonly summaries = async (
    keys: readonly PatientKey[],
  ): Promise<(StoredJson<PatientSummary> | null)[]> => {
    const found = new Map<string, StoredJson<PatientSummary>>();
    for (let start = 0; start < keys.length; start += patientsAtOnce) {
      const some = keys.slice(start, start + patientsAtOnce);
      const clinicIds = distinct(some.map(({ clinicId }) => clinicId));
      const userIds = distinct(some.map(({ userId }) => userId));
      const rows = await this.database.plain.rows<SummaryRow>(
        `SELECT s.clinic_id, s.user_id, ${summaryBytes(this.database.dialect)} AS content FROM patient_summaries s
         WHERE s.clinic_id IN (${placeholders(clinicIds)}) AND s.user_id IN (${placeholders(userIds)})`,
        [...clinicIds, ...userIds],
      );
      for (const { clinic_id: clinicId, user_id: userId, content } of rows)
        found.set(toKey({ clinicId, userId }), new StoredJson(content));
    }
    return keys.map((key) => found.get(toKey(key)) ?? null);
  };

  /** A patient with their summary. */
  async summarized(record: PatientRecord): Promise<SummarizedPatient> {
    const [found] = await this.summaries([record.patient]);
    return { ...record, summary: found?.value ?? null };
  }

  /** Patients by the ids of their records, in the order of the ids; optionally with their summaries. */
  async findByIds(ids: readonly string[], withSummaries = false): Promise<PatientRecord[]> {
    const found = await this.patientsIn('p.id', [], distinct(ids), withSummaries);
    const records = new Map(found.map((record) => [record.patient.id, record]));
    return ids.flatMap((id) => records.get(id) ?? []);
  }

  /** Patients whose column before IN has one of the values. */
  private async patientsIn(
    condition: string,
    parameters: readonly string[],
    values: readonly string[],
    withSummaries?: boolean,
  ): Promise<PatientRecord[]> {
    const found: PatientRecord[][] = [];
    for (let start = 0; start < values.length; start += patientsAtOnce) {
      const some = values.slice(start, start + patientsAtOnce);
      const source = {
        from: 'clinic_patients p',
        rest: `WHERE ${condition} IN (${placeholders(some)})`,
        parameters: [...parameters, ...some],
      };
      found.push(await this.records.read(source, withSummaries));
    }
    return found.flat();
  }

  /**
   * A clinic's permissions on the accounts of its patients: the named ones, those with a tag or at a site, or all.
   * Accounts that are not patients are omitted.
   */
  async findPermissions({ clinicId, ...of }: PatientsOfClinic): Promise<PatientPermissions[]> {
    const conditions: [condition: string, parameters: readonly string[]][] = [['clinic_id = ?', [clinicId]]];
    if (of.userIds) conditions.push([`user_id IN (${placeholders(of.userIds)})`, of.userIds]);
    if (of.tagId !== undefined) conditions.push([withTag, [clinicId, of.tagId]]);
    if (of.siteId !== undefined) conditions.push([atSite, [clinicId, of.siteId]]);
    const rows = await this.database.plain.rows<{ user_id: string; permissions: string }>(
      `SELECT user_id, permissions FROM clinic_patients
       WHERE ${conditions.map(([condition]) => condition).join(' AND ')}`,
      conditions.flatMap(([, parameters]) => parameters),
    );
    return rows.map(({ user_id: userId, permissions }) => ({
      userId,
      permissions: JSON.parse(permissions) as PatientPermission[],
    }));
  }

  /** The patient, or null. */
  async find(key: PatientKey): Promise<PatientRecord | null> {
    const [found = null] = await this.findMany([key]);
    return found;
  }

  /** Whether the patient exists, within a larger transaction. */
  exists(manager: EntityManager, { clinicId, userId }: PatientKey): Promise<boolean> {
    return manager.existsBy(PatientEntity, { clinicId, userId });
  }

  /** Pages of accounts' patient records, by name; in the order of the requests. For loaders. */
  readonly ofAccounts = async (
    questions: readonly (ListPart & { userId: string })[],
  ): Promise<Placed<PatientRecord>[][]> =>
    this.pages(
      questions.map(({ userId, ...part }) =>
        inOrder('FROM clinic_patients p WHERE p.user_id = ?', [userId], part),
      ),
    );

  /** Patients of all clinics where an account works, in any role, by name. */
  async search(clinicianId: string, search: PatientSearch, part: ListPart): Promise<Placed<PatientRecord>[]> {
    const { mrn, birthDate, clinicId, ehrSourceId } = search;
    const conditions: [condition: string, value: string | undefined][] = [
      ['c.user_id = ?', clinicianId],
      ['p.mrn_digest = ?', mrn === undefined ? undefined : mrnDigest(mrn)],
      ['p.birth_date = ?', birthDate],
      ['p.clinic_id = ?', clinicId],
      ['p.clinic_id IN (SELECT id FROM clinics WHERE ehr_source_id = ?)', ehrSourceId],
    ];
    const asked = conditions.filter(([, value]) => value !== undefined);
    const from = `FROM clinicians c JOIN clinic_patients p ON p.clinic_id = c.clinic_id
      WHERE ${asked.map(([condition]) => condition).join(' AND ')}`;
    const question = inOrder(
      from,
      asked.map(([, value]) => value ?? ''),
      part,
    );
    const [found = []] = await this.pages([question]);
    return found;
  }

  private async pages(questions: readonly PartQuestion[]): Promise<Placed<PatientRecord>[][]> {
    const parts = await readParts(this.database.reader, questions);
    const found = await this.findByIds(parts.flat().map(({ id }) => id));
    return withRecords(parts, found);
  }
}

const inOrder = (from: string, parameters: string[], part: ListPart): PartQuestion => ({
  source: { id: 'p.id', from, parameters },
  keys: patientsByName.keys,
  part,
});

const withTag = 'user_id IN (SELECT user_id FROM patient_taggings WHERE clinic_id = ? AND tag_id = ?)';
const atSite = 'user_id IN (SELECT user_id FROM patient_sites WHERE clinic_id = ? AND site_id = ?)';
