import { In, IsNull, LessThanOrEqual, Not, type EntityManager } from 'typeorm';
import type { AuditService } from '../audit/audit.service';
import type { ConsentChange } from '../audit/consent-change';
import { now } from '../../platform/clock';
import type { TakenAccount } from '../../platform/composition/area';
import { isDuplicateKey, type Database } from '../../platform/database/database';
import { lockRow } from '../../platform/database/lock-rows';
import { conflict, notFound } from '../../platform/errors';
import { newRecordId } from '../../platform/ids';
import type { ConsentEffects } from './consent-effects';
import { assertOrganizations, checkedConsent, type NewConsent } from './check-grant';
import { ConsentRecordEntity } from './consent-record.entity';
import { dataDonation, digestText, firstDonationWithStudy, ripple, type ConsentText } from './consent-texts';
import { declareCreated } from '../../platform/database/created';

/** Filters of texts. */
export interface TextFilter {
  type?: string;
  version?: number;
  /** Only the newest version of each type. */
  latest?: boolean;
}

/** Filters of an account's records. */
export interface RecordFilter {
  type?: string;
  version?: number;
  status?: 'active' | 'revoked';
  /** Only the newest record of each type. */
  latest?: boolean;
}

const byTypeNewestFirst = (one: ConsentText, other: ConsentText): number =>
  one.type === other.type ? other.version - one.version : one.type < other.type ? -1 : 1;

const newestRecordFirst = (one: ConsentRecordEntity, other: ConsentRecordEntity): number => {
  if (one.type !== other.type) return one.type < other.type ? -1 : 1;
  return other.createdTime - one.createdTime || other.version - one.version || (other.id < one.id ? -1 : 1);
};

/** The first of each type. */
function firstOfEach<Item extends { type: string }>(items: readonly Item[]): Item[] {
  return items.filter(({ type }, index) => items.findIndex((item) => item.type === type) === index);
}

const endsTheStudy = ({ type, version }: ConsentRecordEntity): boolean =>
  type === dataDonation && version >= firstDonationWithStudy;

const toChange = (
  { type, version, contentDigest }: ConsentRecordEntity,
  status: ConsentChange['status'],
): ConsentChange => ({ type, version, status, contentDigest });

const noSuchRecord = () => notFound('There is no such consent record.').about('recordId');
const alreadyActive = () => conflict('This consent, or a newer version of it, is already active.');

const endedAt = (time: number) => ({ activeType: null, revocationTime: time, modifiedTime: time });

/** The records that have ended together. */
interface Revoked {
  record: ConsentRecordEntity;
  /** Of the study that belongs to a data donation. */
  study: ConsentRecordEntity | null;
}

/** Consents of people, and their texts. */
export class ConsentService {
  constructor(
    private readonly database: Database,
    private readonly effects: ConsentEffects,
    private readonly audit: AuditService,
    private readonly all: readonly ConsentText[],
  ) {}

  /** Throws when a text that people have consented to has changed: what people have signed must not change. */
  async assertTextsUnchanged(): Promise<void> {
    const changed = this.all.map((text) => ({
      type: text.type,
      version: text.version,
      contentDigest: Not(digestText(text)),
    }));
    if (changed.length === 0) return;
    const found = await this.database.reader.findOneBy(ConsentRecordEntity, changed);
    if (!found) return;
    throw new Error(
      `The text of the consent ${found.type}, version ${found.version}, is not the one that people have agreed to. ` +
        'A changed text needs a new version.',
    );
  }

  /** Texts by type, newest version first. */
  texts({ type, version, latest }: TextFilter): ConsentText[] {
    const ofType = this.all.filter((text) => type === undefined || text.type === type);
    const sorted = [...ofType].sort(byTypeNewestFirst);
    const wanted = sorted.filter((text) => version === undefined || text.version === version);
    return latest ? firstOfEach(wanted) : wanted;
  }

  /** Whether a consent of this type names organizations. */
  namesOrganizations(type: string): boolean {
    return type === dataDonation;
  }

  /** Records of accounts by type, newest first, in the order of the accounts. For loaders. */
  readonly findRecords = async (userIds: readonly string[]): Promise<ConsentRecordEntity[][]> => {
    const found = await this.database.reader.findBy(ConsentRecordEntity, { userId: In([...userIds]) });
    found.sort(newestRecordFirst);
    return userIds.map((id) => found.filter((record) => record.userId === id));
  };

  /** Those of the records that match, in the same order. */
  matching(records: readonly ConsentRecordEntity[], filter: RecordFilter): ConsentRecordEntity[] {
    const { type, version, status, latest } = filter;
    const matching = records.filter(
      (record) =>
        (type === undefined || record.type === type) &&
        (version === undefined || record.version === version) &&
        (status === undefined || (record.activeType !== null) === (status === 'active')),
    );
    return latest ? firstOfEach(matching) : matching;
  }

  /** A record of an account. Throws if it does not exist. */
  async find(userId: string, id: string): Promise<ConsentRecordEntity> {
    const record = await this.database.reader.findOneBy(ConsentRecordEntity, { userId, id });
    // MySQL ignores trailing spaces.
    if (record?.id !== id) throw noSuchRecord();
    return record;
  }

  /**
   * Grants a consent; an active older version ends at the same moment. Throws when it is invalid, when the text does
   * not exist, or when this or a newer version is active.
   */
  async grant(userId: string, given: NewConsent): Promise<ConsentRecordEntity> {
    const { organizations, parentGuardianName = null, ...consent } = checkedConsent(given);
    const [text] = this.texts({ type: consent.type, version: consent.version });
    if (!text) throw notFound('There is no such consent.');
    const time = now();
    const record = Object.assign(new ConsentRecordEntity(), {
      ...consent,
      userId,
      id: newRecordId(),
      activeType: consent.type,
      parentGuardianName,
      organizations,
      contentDigest: digestText(text),
      grantTime: time,
      revocationTime: null,
      createdTime: time,
      modifiedTime: time,
    });
    try {
      await this.database.transaction(async (manager) => {
        await this.grantWithin(manager, record);
        await this.effects.granted(manager, userId, text);
        declareCreated(manager, record.id);
      });
    } catch (error) {
      // Another request granted it at the same moment.
      throw isDuplicateKey(error) ? alreadyActive() : error;
    }
    return record;
  }

  private async grantWithin(manager: EntityManager, record: ConsentRecordEntity): Promise<void> {
    const active = await this.lock(manager, { userId: record.userId, activeType: record.type });
    if (active && active.version >= record.version) throw alreadyActive();
    if (active) await this.end(manager, active, record.createdTime);
    await manager.insert(ConsentRecordEntity, record);
    const ended = active ? [toChange(active, 'revoked')] : [];
    this.audit.recordConsentChanges(manager, record.userId, [...ended, toChange(record, 'granted')]);
  }

  private lock(
    manager: EntityManager,
    wanted: { userId: string; id?: string; activeType?: string },
  ): Promise<ConsentRecordEntity | null> {
    return lockRow(this.database, manager, ConsentRecordEntity, wanted);
  }

  private async end(
    manager: EntityManager,
    { userId, id }: ConsentRecordEntity,
    time: number,
  ): Promise<void> {
    await manager.update(ConsentRecordEntity, { userId, id, revocationTime: IsNull() }, endedAt(time));
  }

  /** Changes the organizations to support. Throws when the record does not exist or its type names none. */
  setOrganizations(userId: string, id: string, organizations: string[]): Promise<ConsentRecordEntity> {
    return this.database.transaction(async (manager) => {
      const record = await this.lock(manager, { userId, id });
      if (record?.id !== id) throw noSuchRecord();
      assertOrganizations(record.type, organizations);
      const set = { organizations, modifiedTime: now() };
      await manager.update(ConsentRecordEntity, { userId, id }, set);
      return Object.assign(record, set);
    });
  }

  /**
   * Revokes a consent, and with a data donation also its study. Repeating it has no effect. Throws if the record
   * does not exist.
   */
  revoke(userId: string, id: string): Promise<Revoked> {
    return this.database.transaction(async (manager) => {
      const record = await this.lock(manager, { userId, id });
      if (record?.id !== id) throw noSuchRecord();
      if (record.activeType === null) return { record, study: null };
      const time = now();
      await this.end(manager, record, time);
      const study = endsTheStudy(record) ? await this.lock(manager, { userId, activeType: ripple }) : null;
      if (study) await this.end(manager, study, time);
      const ended = study ? [record, study] : [record];
      this.audit.recordConsentChanges(
        manager,
        userId,
        ended.map((each) => toChange(each, 'revoked')),
      );
      await this.effects.revoked(
        manager,
        userId,
        ended.map(({ type, version }) => ({ type, text: this.texts({ type, version })[0] })),
      );
      for (const each of ended) Object.assign(each, endedAt(time));
      return { record, study };
    });
  }

  /** Revokes the consents that were granted in an account until `takenTime`. */
  async endGiven({ userId, takenTime }: TakenAccount): Promise<void> {
    const active = { userId, revocationTime: IsNull(), createdTime: LessThanOrEqual(takenTime) };
    for (const { id } of await this.database.reader.findBy(ConsentRecordEntity, active))
      await this.revoke(userId, id);
  }

  /** Deletes the consents of a deleted account. */
  async forgetAccount(userId: string): Promise<void> {
    await this.database.transaction((manager) => manager.delete(ConsentRecordEntity, { userId }));
  }
}
