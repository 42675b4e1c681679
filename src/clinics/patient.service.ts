import type { EntityManager } from 'typeorm';
import type { AccountService } from '../accounts/account.service';
import { now } from '../clock';
import type { Database } from '../database/database';
import { conflict, notFound } from '../errors';
import { assertAccountId } from '../rules/identifiers';
import type { MetadataService } from '../metadata/metadata.service';
import type { ClinicNews } from './clinic-news.service';
import type { ClinicEntity } from './clinic.entity';
import type { ConnectionInvitations } from './connections/connection-invitations';
import type { CustodialPatients } from './custodial-patients.service';
import { endSubscriptions } from './ehr/ehr-subscription.service';
import { findLocked, lockClinic } from './lock-clinic';
import { lockPatient, noSuchPatient } from './lock-patient';
import type { PatientCopies } from './patient-copies.service';
import type { PatientDirectory, PatientKey } from './patient-directory.service';
import type { PatientRecord } from './patient-records';
import { factsOf, type PatientFacts } from './patient-facts';
import { checkedPatient, type ClearablePatientField, type PatientFields } from './patient-fields';
import {
  assertDistinctTags,
  existingSites,
  knownSites,
  knownTags,
  setSites,
  setTags,
} from './patient-labels';
import { assertOpensData, type PatientPermission } from './patient-permission';
import { derivedColumns, newPatientRow } from './patient-row';
import { assertBelowLimit, assertMrn, breaksMrnRules, uniqueMrnDigest } from './patient-rules';
import { PatientEntity } from './patient.entity';

/** Somebody with an account who becomes a patient. */
export interface ExistingPatient extends PatientFields {
  permissions: readonly PatientPermission[];
  isMigrated?: boolean;
  legacyClinicianId?: string;
}

/** What happens together with the opening of an account, or not at all. */
export interface AlongsideOpening {
  /** Before anything is stored, while nobody else changes the patients of the clinic. Throwing stops it all. */
  check?: (manager: EntityManager) => Promise<void>;
  /** Once the patient is there. */
  follow?: (manager: EntityManager, patient: PatientKey) => Promise<void>;
}

/** What lies in the row of the patient; tags and sites lie elsewhere. */
const columnsOf = <Fields extends PatientFields>({ tagIds: _tags, siteIds: _sites, ...columns }: Fields) =>
  columns;

/** The patients of clinics: how they come, and what clinics know of them. */
export class PatientService {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountService,
    private readonly metadata: MetadataService,
    private readonly directory: PatientDirectory,
    private readonly custodial: CustodialPatients,
    private readonly connections: ConnectionInvitations,
    private readonly copies: PatientCopies,
    private readonly news: ClinicNews,
    private readonly demoPatientId: string,
  ) {}

  /**
   * Opens an account for somebody and makes them a patient of the clinic, which manages the account until its owner
   * takes it over. Throws when the clinic's rules on record numbers, its limit or its sites do not allow it, and a
   * conflict when the address belongs to somebody.
   *
   * @param creatorId who does it; null for trusted servers
   */
  async create(
    clinicId: string,
    given: PatientFields & { fullName: string; birthDate: string },
    creatorId: string | null,
    { check, follow }: AlongsideOpening = {},
  ): Promise<PatientRecord> {
    assertDistinctTags(given.tagIds);
    const fields = checkedPatient(given);
    const user = this.accounts.prepareCustodial({ emails: fields.email === undefined ? [] : [fields.email] });
    const key = { clinicId, userId: user.id };
    await this.database.transaction(async (manager) => {
      const clinic = await lockClinic(this.database, manager, clinicId);
      await check?.(manager);
      await assertMrn(manager, clinic, fields.mrn ?? null, user.id);
      await assertBelowLimit(manager, clinic, this.demoPatientId);
      const siteIds = await existingSites(manager, clinicId, fields.siteIds ?? []);
      await this.accounts.insert(manager, user);
      const patient = newPatientRow(
        {
          email: null,
          mrn: null,
          glycemicRanges: null,
          ...columnsOf(fields),
          ...key,
          uniqueMrnDigest: uniqueMrnDigest(clinic, fields.mrn ?? null),
          permissions: ['custodian', 'view', 'upload', 'note'],
          invitedBy: creatorId,
        },
        now(),
      );
      await manager.insert(PatientEntity, patient);
      this.news.permissionsChanged(manager, key, [], patient.permissions);
      await this.label(manager, key, fields.tagIds ?? [], siteIds);
      await this.custodial.writeProfile(manager, patient);
      await this.custodial.invite(manager, patient);
      await follow?.(manager, key);
      this.news.patientsChanged(manager, clinicId, [user.id]);
      this.news.patientCountChanged(manager, clinicId);
    });
    return this.read(key);
  }

  /**
   * Makes somebody who has an account a patient of a clinic. What is not told comes from account and profile. Throws
   * when there is no such account, and a conflict when they are a patient already, unless they come from a clinician's
   * account of the old kind, which is then noted.
   */
  async add(key: PatientKey, wanted: ExistingPatient): Promise<PatientRecord> {
    const told = await this.facts(key.userId);
    await this.database.transaction(async (manager) => {
      const clinic = await lockClinic(this.database, manager, key.clinicId);
      await this.addWithin(manager, clinic, key.userId, told, wanted);
    });
    return this.read(key);
  }

  /** What account and profile tell of somebody. Throws when there is no such account. */
  async facts(userId: string): Promise<PatientFacts> {
    const [[user], [profile]] = await Promise.all([
      this.accounts.findMany([userId]),
      this.metadata.profiles([userId]),
    ]);
    if (!user) throw notFound('There is no such account.');
    return factsOf(user, profile ?? null);
  }

  /** `add` as a part of a larger change of a locked clinic. */
  async addWithin(
    manager: EntityManager,
    clinic: ClinicEntity,
    userId: string,
    told: PatientFacts,
    { permissions, isMigrated, legacyClinicianId, ...given }: ExistingPatient,
  ): Promise<void> {
    assertDistinctTags(given.tagIds);
    assertAccountId('legacyClinicianId', legacyClinicianId);
    const fields = checkedPatient(given);
    const key = { clinicId: clinic.id, userId };
    const existing = await manager.findOneBy(PatientEntity, key);
    if (existing) {
      if (legacyClinicianId === undefined) throw conflict('The account is a patient of the clinic already.');
      const ids = new Set([...existing.legacyClinicianIds, legacyClinicianId]);
      await manager.update(PatientEntity, key, { legacyClinicianIds: [...ids] });
      return;
    }
    assertOpensData(permissions);
    const { email, ...facts } = { ...told, ...columnsOf(fields) };
    await assertMrn(manager, clinic, facts.mrn, userId);
    if (permissions.includes('custodian')) await assertBelowLimit(manager, clinic, this.demoPatientId);
    const more = {
      isMigrated: isMigrated ?? false,
      legacyClinicianIds: legacyClinicianId === undefined ? [] : [legacyClinicianId],
    };
    const known = { ...facts, email: email?.toLowerCase() ?? null };
    await this.insert(manager, clinic, userId, { ...known, ...more, permissions: [...permissions] });
    const siteIds = await knownSites(manager, clinic.id, fields.siteIds ?? []);
    await this.label(manager, key, fields.tagIds ?? [], siteIds);
  }

  /** Adds an account that was there before; what is known of it elsewhere comes along. */
  private async insert(
    manager: EntityManager,
    clinic: ClinicEntity,
    userId: string,
    known: PatientFacts & Pick<PatientEntity, 'permissions'> & Partial<PatientEntity>,
  ): Promise<void> {
    const key = { clinicId: clinic.id, userId };
    const patient = newPatientRow(
      {
        glycemicRanges: null,
        ...(!known.permissions.includes('custodian') && (await this.copies.sourcesOf(manager, userId))),
        ...known,
        ...key,
        uniqueMrnDigest: uniqueMrnDigest(clinic, known.mrn),
      },
      now(),
    );
    await manager.insert(PatientEntity, patient);
    this.news.permissionsChanged(manager, key, [], patient.permissions);
    await this.copies.bringSummary(manager, key);
    this.news.patientsChanged(manager, clinic.id, [userId]);
    this.news.patientCountChanged(manager, clinic.id);
  }

  /**
   * Makes an account a patient of the clinic that treats its owner, who may then look at the data; a patient stays as
   * they are. What account and profile do not tell is taken from `known`. A record number that breaks the rules of the
   * clinic is left out: the owner of the account could do nothing about it. Returns false when there is no such clinic.
   */
  async admitWithin(
    manager: EntityManager,
    { clinicId, userId }: PatientKey,
    told: PatientFacts,
    known: Pick<PatientFacts, 'fullName' | 'birthDate' | 'mrn'>,
  ): Promise<boolean> {
    const clinic = await findLocked(this.database, manager, clinicId);
    if (!clinic) return false;
    if (await manager.existsBy(PatientEntity, { clinicId, userId })) return true;
    const mrn = known.mrn ?? told.mrn;
    const isTaken = mrn !== null && (await breaksMrnRules(manager, clinic, mrn, userId));
    await this.insert(manager, clinic, userId, {
      ...told,
      fullName: told.fullName || known.fullName,
      birthDate: told.birthDate || known.birthDate,
      mrn: isTaken ? null : mrn,
      permissions: ['view', 'note'],
    });
    return true;
  }

  /**
   * Changes what a clinic knows of a patient; what is neither given nor cleared stays. While the clinic manages the
   * account, its address and profile change, too. Throws when there is no such patient, and a conflict when the new
   * address of the account belongs to somebody.
   */
  async update(
    key: PatientKey,
    given: PatientFields,
    cleared: readonly ClearablePatientField[],
  ): Promise<PatientRecord> {
    assertDistinctTags(given.tagIds);
    const fields = checkedPatient(given);
    await this.database.transaction(async (manager) => {
      const clinic = await lockClinic(this.database, manager, key.clinicId);
      const before = await lockPatient(this.database, manager, key);
      const nothing = Object.fromEntries(cleared.map((field) => [field, null]));
      const after = Object.assign(new PatientEntity(), before, nothing, columnsOf(fields));
      await assertMrn(manager, clinic, after.mrn, key.userId);
      const siteIds = fields.siteIds && (await existingSites(manager, key.clinicId, fields.siteIds));
      const { clinicId, userId } = key;
      const set = {
        ...nothing,
        ...columnsOf(fields),
        ...derivedColumns(after),
        uniqueMrnDigest: uniqueMrnDigest(clinic, after.mrn),
        updatedTime: now(),
      };
      await manager.update(PatientEntity, { clinicId, userId }, set);
      if (after.mrn !== before.mrn) await endSubscriptions(manager, key);
      await this.label(manager, key, fields.tagIds, siteIds);
      this.news.patientsChanged(manager, clinicId, [userId]);
      this.news.patientCountChanged(manager, clinicId);
      const isManaged = before.permissions.includes('custodian');
      if (isManaged && after.email !== before.email) await this.custodial.changeAddress(manager, after);
      if (isManaged) await this.custodial.writeProfile(manager, after);
      if (after.email === before.email || after.connectionRequests.length === 0) return;
      const { email } = await this.accounts.lock(manager, key.userId);
      await this.connections.resend(manager, after, email);
    });
    return this.read(key);
  }

  /** Replaces tags and sites; what is absent stays. */
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
    const record = await this.directory.find(key);
    if (!record) throw noSuchPatient();
    return record;
  }
}
