import type { EntityManager } from 'typeorm';
import type { AccountService } from '../../identity/accounts/account.service';
import { now } from '../../platform/clock';
import type { Database } from '../../platform/database/database';
import { conflict, notFound } from '../../platform/errors';
import { assertAccountId } from '../../platform/rules/identifiers';
import type { MetadataService } from '../../identity/metadata/metadata.service';
import type { ClinicNews } from '../clinics/clinic-news.service';
import type { ClinicEntity } from '../clinics/clinic.entity';
import type { ConnectionInvitations } from './connections/connection-invitations';
import type { CustodialPatients } from './custodial-patients.service';
import { findLocked, lockClinic } from '../clinics/lock-clinic';
import { lockPatient, noSuchPatient } from './lock-patient';
import type { PatientCopies } from './patient-copies.service';
import type { PatientDirectory, PatientKey } from './patient-directory.service';
import type { PatientRecord } from './patient-records';
import { readFacts, type PatientFacts } from './patient-profile';
import {
  checkedPatient,
  type ClearablePatientField,
  type PatientFields,
  derivedColumns,
  newPatientRow,
} from './patient-fields';
import {
  assertDistinctTags,
  existingSites,
  knownSites,
  knownTags,
  setSites,
  setTags,
} from './labels/patient-labels';
import type { PatientRecordExchange } from './ports';
import { assertOpensData, type PatientPermission } from './patient-permission';
import { assertBelowLimit, assertMrn, breaksMrnRules, uniqueMrnDigest } from './patient-rules';
import { PatientEntity } from './patient.entity';
import { declareCreated } from '../../platform/database/created';
import { assertPatientVersion } from './patient-version';

/** A person with an account who becomes a patient. */
export interface ExistingPatient extends PatientFields {
  permissions: readonly PatientPermission[];
  isMigrated?: boolean;
  legacyClinicianId?: string;
}

/** Additions to the transaction that creates an account. */
export interface AlongsideOpening {
  /** Called before anything is stored, while the patients of the clinic are locked. Throwing aborts it. */
  check?: (manager: EntityManager) => Promise<void>;
  /** Called once the patient exists. */
  follow?: (manager: EntityManager, patient: PatientKey) => Promise<void>;
}

/** The columns of the patient; tags and sites are stored elsewhere. */
const withoutLabels = <Fields extends PatientFields>({
  tagIds: _tags,
  siteIds: _sites,
  ...columns
}: Fields) => columns;

/** Dependencies of the class below. */
interface Parts {
  database: Database;
  accounts: AccountService;
  metadata: MetadataService;
  patientDirectory: PatientDirectory;
  custodialPatients: CustodialPatients;
  connectionInvitations: ConnectionInvitations;
  patientCopies: PatientCopies;
  clinicNews: ClinicNews;
  healthRecordExchange: PatientRecordExchange;
}

/** The patients of clinics: how they join, and the clinics' records of them. */
export class PatientService {
  constructor(
    private readonly parts: Parts,
    private readonly demoPatientId: string,
  ) {}

  /**
   * Creates an account for a new patient of the clinic, which manages the account until its owner claims it. Throws
   * when the clinic's rules for record numbers, its limit or its sites do not allow it, and a conflict when the
   * address is taken.
   *
   * @param creatorId the account that does it; null for trusted servers
   */
  async create(
    clinicId: string,
    given: PatientFields & { fullName: string; birthDate: string },
    creatorId: string | null,
    { check, follow }: AlongsideOpening = {},
  ): Promise<PatientRecord> {
    assertDistinctTags(given.tagIds);
    const fields = checkedPatient(given);
    const user = this.parts.accounts.prepareCustodial({
      emails: fields.email === undefined ? [] : [fields.email],
    });
    const key = { clinicId, userId: user.id };
    await this.parts.database.transaction(async (manager) => {
      const clinic = await lockClinic(this.parts.database, manager, clinicId);
      await check?.(manager);
      await assertMrn(manager, clinic, fields.mrn ?? null, user.id);
      await assertBelowLimit(manager, clinic, this.demoPatientId);
      const siteIds = await existingSites(manager, clinicId, fields.siteIds ?? []);
      await this.parts.accounts.insert(manager, user);
      const patient = newPatientRow(
        {
          ...withoutLabels(fields),
          ...key,
          uniqueMrnDigest: uniqueMrnDigest(clinic, fields.mrn ?? null),
          permissions: ['custodian', 'view', 'upload', 'note'],
          invitedBy: creatorId,
        },
        now(),
      );
      await manager.insert(PatientEntity, patient);
      this.parts.clinicNews.permissionsChanged(manager, key, [], patient.permissions);
      await this.label(manager, key, fields.tagIds ?? [], siteIds);
      await this.parts.custodialPatients.writeProfile(manager, patient);
      await this.parts.custodialPatients.invite(manager, patient);
      await follow?.(manager, key);
      declareCreated(manager, user.id);
      this.parts.clinicNews.patientsChanged(manager, clinicId, [user.id]);
      this.parts.clinicNews.patientCountChanged(manager, clinicId);
    });
    return this.read(key);
  }

  /**
   * Adds a person with an account to a clinic as a patient. Absent details come from account and profile. If the
   * clinic is to manage the account, its profile gets what the record adds, and its owner is asked to claim it, except in
   * migrations. Throws when the account does not exist, and a conflict when it already is a patient, unless it comes
   * from a clinician's legacy account, which is then recorded.
   */
  async add(key: PatientKey, wanted: ExistingPatient): Promise<PatientRecord> {
    const ownFacts = await this.facts(key.userId);
    await this.parts.database.transaction(async (manager) => {
      const clinic = await lockClinic(this.parts.database, manager, key.clinicId);
      await this.addWithin(manager, clinic, key.userId, ownFacts, wanted);
      declareCreated(manager, key.userId);
    });
    return this.read(key);
  }

  /** Details of a person from account and profile. Throws when the account does not exist. */
  async facts(userId: string): Promise<PatientFacts> {
    const [[user], [profile]] = await Promise.all([
      this.parts.accounts.findMany([userId]),
      this.parts.metadata.profiles([userId]),
    ]);
    if (!user) throw notFound('There is no such account.').about('userId');
    return readFacts(user, profile ?? null);
  }

  /** `add` within a larger transaction with a locked clinic. */
  async addWithin(
    manager: EntityManager,
    clinic: ClinicEntity,
    userId: string,
    ownFacts: PatientFacts,
    { permissions, isMigrated, legacyClinicianId, ...given }: ExistingPatient,
  ): Promise<void> {
    assertDistinctTags(given.tagIds);
    assertAccountId('legacyClinicianId', legacyClinicianId);
    const fields = checkedPatient(given);
    const key = { clinicId: clinic.id, userId };
    const existing = await manager.findOneBy(PatientEntity, key);
    if (existing) {
      if (legacyClinicianId === undefined)
        throw conflict('The account is already a patient of the clinic.').about('userId');
      const ids = new Set([...existing.legacyClinicianIds, legacyClinicianId]);
      await manager.update(PatientEntity, key, { legacyClinicianIds: [...ids] });
      return;
    }
    assertOpensData(permissions);
    const { email, ...facts } = { ...ownFacts, ...withoutLabels(fields) };
    await assertMrn(manager, clinic, facts.mrn, userId);
    if (permissions.includes('custodian')) await assertBelowLimit(manager, clinic, this.demoPatientId);
    const more = {
      isMigrated: isMigrated ?? false,
      legacyClinicianIds: legacyClinicianId === undefined ? [] : [legacyClinicianId],
    };
    const known = { ...facts, email: email?.toLowerCase() ?? null };
    const patient = await this.insert(manager, clinic, userId, {
      ...known,
      ...more,
      permissions: [...permissions],
    });
    // People who migrate with their clinic get the mail of the migration instead.
    if (!patient.isMigrated) await this.parts.custodialPatients.adopt(manager, patient, ownFacts);
    const siteIds = await knownSites(manager, clinic.id, fields.siteIds ?? []);
    await this.label(manager, key, fields.tagIds ?? [], siteIds);
  }

  /** Adds an existing account, with existing data about it. */
  private async insert(
    manager: EntityManager,
    clinic: ClinicEntity,
    userId: string,
    known: PatientFacts & Pick<PatientEntity, 'permissions'> & Partial<PatientEntity>,
  ): Promise<PatientEntity> {
    const key = { clinicId: clinic.id, userId };
    const patient = newPatientRow(
      {
        ...(!known.permissions.includes('custodian') &&
          (await this.parts.patientCopies.findSources(manager, userId))),
        ...known,
        ...key,
        uniqueMrnDigest: uniqueMrnDigest(clinic, known.mrn),
      },
      now(),
    );
    await manager.insert(PatientEntity, patient);
    this.parts.clinicNews.permissionsChanged(manager, key, [], patient.permissions);
    await this.parts.patientCopies.followPermissions(manager, key, null, patient.permissions);
    this.parts.clinicNews.patientsChanged(manager, clinic.id, [userId]);
    this.parts.clinicNews.patientCountChanged(manager, clinic.id);
    return patient;
  }

  /**
   * Makes an account a patient of the clinic that treats its owner, who may then view the data; existing patients
   * stay unchanged. `known` fills in what account and profile lack. A record number that breaks the rules of the
   * clinic is dropped, because the owner of the account cannot fix it. Returns false if the clinic does not exist.
   */
  async admitWithin(
    manager: EntityManager,
    { clinicId, userId }: PatientKey,
    ownFacts: PatientFacts,
    known: Pick<PatientFacts, 'fullName' | 'birthDate' | 'mrn'>,
  ): Promise<boolean> {
    const clinic = await findLocked(this.parts.database, manager, clinicId);
    if (!clinic) return false;
    if (await manager.existsBy(PatientEntity, { clinicId, userId })) return true;
    const mrn = known.mrn ?? ownFacts.mrn;
    const isTaken = mrn !== null && (await breaksMrnRules(manager, clinic, mrn, userId));
    await this.insert(manager, clinic, userId, {
      ...ownFacts,
      fullName: ownFacts.fullName || known.fullName,
      birthDate: ownFacts.birthDate || known.birthDate,
      mrn: isTaken ? null : mrn,
      permissions: ['view', 'note'],
    });
    return true;
  }

  /**
   * Changes a clinic's record of a patient. Fields that are neither given nor cleared stay. While the clinic manages
   * the account and nobody has claimed it, its address and profile change, too. Throws when the patient does not exist or has another version
   * than the sender has seen, and a conflict when the new address is taken.
   */
  async update(
    key: PatientKey,
    given: PatientFields,
    cleared: readonly ClearablePatientField[],
    seenVersion?: string,
  ): Promise<PatientRecord> {
    assertDistinctTags(given.tagIds);
    const fields = checkedPatient(given);
    await this.parts.database.transaction(async (manager) => {
      const clinic = await lockClinic(this.parts.database, manager, key.clinicId);
      const before = await lockPatient(this.parts.database, manager, key);
      if (seenVersion !== undefined) await assertPatientVersion(manager, before, seenVersion);
      const nothing = Object.fromEntries(cleared.map((field) => [field, null]));
      const after = Object.assign(new PatientEntity(), before, nothing, withoutLabels(fields));
      await assertMrn(manager, clinic, after.mrn, key.userId);
      const siteIds = fields.siteIds && (await existingSites(manager, key.clinicId, fields.siteIds));
      const { clinicId, userId } = key;
      const set = {
        ...nothing,
        ...withoutLabels(fields),
        ...derivedColumns(after),
        uniqueMrnDigest: uniqueMrnDigest(clinic, after.mrn),
        updatedTime: now(),
      };
      await manager.update(PatientEntity, { clinicId, userId }, set);
      if (after.mrn !== before.mrn) await this.parts.healthRecordExchange.recordNumberChanged(manager, key);
      await this.label(manager, key, fields.tagIds, siteIds);
      this.parts.clinicNews.patientsChanged(manager, clinicId, [userId]);
      this.parts.clinicNews.patientCountChanged(manager, clinicId);
      const isManaged = await this.parts.custodialPatients.manages(manager, before);
      if (isManaged && after.email !== before.email)
        await this.parts.custodialPatients.changeAddress(manager, after);
      if (isManaged) await this.parts.custodialPatients.writeProfile(manager, after);
      if (after.email === before.email || after.connectionRequests.length === 0) return;
      const { email } = await this.parts.accounts.lock(manager, key.userId);
      await this.parts.connectionInvitations.resend(manager, after, email);
    });
    return this.read(key);
  }

  /** Replaces tags and sites; absent ones stay. */
  private async label(
    manager: EntityManager,
    key: PatientKey,
    tagIds: readonly string[] | undefined,
    siteIds: readonly string[] | undefined,
  ): Promise<void> {
    if (tagIds) await setTags(manager, key, await knownTags(manager, key.clinicId, tagIds));
    if (siteIds) await setSites(manager, key, siteIds);
  }

  private async read(key: PatientKey): Promise<PatientRecord> {
    const record = await this.parts.patientDirectory.find(key);
    if (!record) throw noSuchPatient();
    return record;
  }
}
