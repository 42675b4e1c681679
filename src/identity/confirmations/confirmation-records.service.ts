import { createHash } from 'node:crypto';
import { In, IsNull, LessThanOrEqual, type EntityManager, type FindOptionsWhere } from 'typeorm';
import { now } from '../../platform/clock';
import { isDuplicateKey, type Database } from '../../platform/database/database';
import { lockRow } from '../../platform/database/lock-rows';
import { conflict } from '../../platform/errors';
import { newSecretKey } from '../../platform/ids';
import {
  ConfirmationEntity,
  confirmationTypes,
  type ConfirmationStatus,
  type ConfirmationType,
} from './confirmation.entity';

/** A new confirmation. */
export interface NewConfirmation {
  type: ConfirmationType;
  /** `pending` by default. */
  status?: ConfirmationStatus;
  /** As typed, or as the account has it; empty if unknown. */
  email: string;
  userId?: string | null;
  creatorId?: string | null;
  clinicId?: string | null;
  context?: object | null;
  /** Seconds; it never expires if absent. */
  lifetime?: number;
  /** What only one open confirmation may stand for, such as inviter and invitee. */
  exclusive?: readonly string[];
}

/** Confirmations that anyone with the key from the mail can give. */
const mailedTypes: ConfirmationType[] = ['signup_confirmation', 'password_reset'];

type EndStatus = Exclude<ConfirmationStatus, 'pending'>;

/** The changes when a confirmation ends: it no longer blocks others. */
const ended = (status: EndStatus) => ({ status, modifiedTime: now(), openDigest: null });

/** A deleted account. */
interface Gone {
  userId: string;
  email: string | null;
  /** Milliseconds since the epoch. */
  deletedTime: number;
}

/** Filters of confirmations. */
type ConfirmationWhere = FindOptionsWhere<ConfirmationEntity>;

/** Addresses are compared in lower case. */
const comparable = (email: string): string => email.toLowerCase();

const digestParts = (parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64');

const expiry = (start: number, lifetime: number | undefined): number | null =>
  lifetime === undefined ? null : start + lifetime * 1000;

/** Whether it is too late to confirm. */
export const isExpired = ({ expiresTime }: Pick<ConfirmationEntity, 'expiresTime'>): boolean =>
  expiresTime !== null && expiresTime <= now();

/** Stores confirmations of all kinds: creates, finds, renews and ends them. */
export class ConfirmationRecords {
  constructor(private readonly database: Database) {}

  /**
   * Stores a new confirmation under an unguessable key. Throws a conflict when one with the same meaning is open; of
   * several added concurrently, one is kept.
   */
  async add(manager: EntityManager, { exclusive, lifetime, ...wanted }: NewConfirmation) {
    const time = now();
    const confirmation = Object.assign(new ConfirmationEntity(), {
      status: 'pending',
      userId: null,
      creatorId: null,
      clinicId: null,
      context: null,
      ...wanted,
      key: newSecretKey(),
      address: comparable(wanted.email),
      openDigest: await this.freeDigest(manager, exclusive),
      createdTime: time,
      modifiedTime: time,
      expiresTime: expiry(time, lifetime),
    });
    await this.exclusively(() => manager.insert(ConfirmationEntity, confirmation));
    return confirmation;
  }

  /** Restarts the lifetime of an open confirmation. Throws a conflict when another one has taken its place. */
  async renew(
    manager: EntityManager,
    confirmation: ConfirmationEntity,
    lifetime: number,
    exclusive: readonly string[],
  ): Promise<ConfirmationEntity> {
    const time = now();
    const renewed = {
      createdTime: time,
      modifiedTime: time,
      expiresTime: expiry(time, lifetime),
      openDigest: await this.freeDigest(manager, exclusive),
    };
    const { key } = confirmation;
    await this.exclusively(() => manager.update(ConfirmationEntity, { key }, renewed));
    return Object.assign(new ConfirmationEntity(), confirmation, renewed);
  }

  /** The digest of the meaning of a confirmation; releases it from an expired one. */
  private async freeDigest(manager: EntityManager, exclusive: readonly string[] | undefined) {
    if (!exclusive) return null;
    const openDigest = digestParts(exclusive);
    const expired = { openDigest, expiresTime: LessThanOrEqual(now()) };
    await manager.update(ConfirmationEntity, expired, { openDigest: null });
    return openDigest;
  }

  private async exclusively(write: () => Promise<unknown>): Promise<void> {
    try {
      await write();
    } catch (error) {
      throw isDuplicateKey(error)
        ? conflict('There is already an existing invite').about('email', 'shareCode')
        : error;
    }
  }

  /** The confirmation behind a key, or null. Until the transaction ends, nobody else can change it. */
  async lock(manager: EntityManager, key: string): Promise<ConfirmationEntity | null> {
    const found = await lockRow(this.database, manager, ConfirmationEntity, { key });
    // MySQL ignores trailing spaces.
    return found?.key === key ? found : null;
  }

  /** Moves an open confirmation of a clinic to another clinic; `exclusive` is its meaning there. */
  async moveToClinic(
    manager: EntityManager,
    { key, openDigest }: ConfirmationEntity,
    clinicId: string,
    exclusive: readonly string[],
  ): Promise<void> {
    const digest = openDigest === null ? null : await this.freeDigest(manager, exclusive);
    const moved = { clinicId, openDigest: digest, modifiedTime: now() };
    await this.exclusively(() => manager.update(ConfirmationEntity, { key }, moved));
  }

  /** Changes who asks to confirm addresses and claim accounts, in all requests of a clinic, or only those to one account. */
  async handOverSignups(
    manager: EntityManager,
    which: { clinicId: string; userId?: string },
    askers: Partial<Pick<ConfirmationEntity, 'clinicId' | 'creatorId'>>,
  ): Promise<void> {
    await manager.update(ConfirmationEntity, { ...which, type: 'signup_confirmation' }, askers);
  }

  /** Records that a locked confirmation was resent; its creation time stays. */
  async touch(manager: EntityManager, confirmation: ConfirmationEntity): Promise<ConfirmationEntity> {
    const touched = { modifiedTime: now() };
    await manager.update(ConfirmationEntity, { key: confirmation.key }, touched);
    return Object.assign(new ConfirmationEntity(), confirmation, touched);
  }

  /** Sets the final status of a locked confirmation. */
  async end(
    manager: EntityManager,
    confirmation: ConfirmationEntity,
    status: EndStatus,
  ): Promise<ConfirmationEntity> {
    const set = ended(status);
    await manager.update(ConfirmationEntity, { key: confirmation.key }, set);
    return { ...confirmation, ...set };
  }

  /** Ends those of the confirmations that still have one of these statuses, and returns their number. */
  async endAll(
    manager: EntityManager,
    confirmations: readonly ConfirmationEntity[],
    from: readonly ConfirmationStatus[],
    status: EndStatus,
  ): Promise<number> {
    const which = { key: In(confirmations.map(({ key }) => key)), status: In([...from]) };
    const { affected } = await manager.update(ConfirmationEntity, which, ended(status));
    return affected ?? 0;
  }

  /**
   * Ends all pending confirmations of an account whose keys were mailed to its address. Invitations stay: their keys
   * alone open nothing, and they belong to the account whatever its address.
   */
  async endMailed(manager: EntityManager, userId: string): Promise<void> {
    const pending = { userId, type: In(mailedTypes), status: 'pending' } as const;
    await manager.update(ConfirmationEntity, pending, ended('canceled'));
  }

  /** Assigns confirmations without a recipient account to an account. */
  async bind(manager: EntityManager, keys: readonly string[], userId: string): Promise<void> {
    await manager.update(ConfirmationEntity, { key: In([...keys]), userId: IsNull() }, { userId });
  }

  /**
   * Deletes the confirmations of a deleted account, both received and sent to people. Its open invitations to
   * clinics are canceled, so that the clinic sees why nobody joins.
   */
  async forgetAccount({ userId, email, deletedTime }: Gone): Promise<void> {
    await this.database.transaction(async (manager) => {
      await manager.delete(ConfirmationEntity, { userId });
      if (email !== null) {
        // The next owner of the address gets confirmations of their own.
        const before = {
          // The index of addresses begins with the type.
          type: In([...confirmationTypes]),
          address: comparable(email),
          userId: IsNull(),
          createdTime: LessThanOrEqual(deletedTime),
        };
        await manager.delete(ConfirmationEntity, before);
      }
      const sent = { creatorId: userId, type: 'careteam_invitation' } as const;
      await manager.delete(ConfirmationEntity, { creatorId: userId, clinicId: IsNull() });
      await manager.update(ConfirmationEntity, { ...sent, status: 'pending' }, ended('canceled'));
    });
  }

  /** Cancels the open invitations to people and clinics that an account has sent. */
  async cancelSent(manager: EntityManager, userId: string): Promise<void> {
    const sent = { creatorId: userId, type: 'careteam_invitation', status: 'pending' } as const;
    await manager.update(ConfirmationEntity, sent, ended('canceled'));
  }

  /** Confirmations by key, in the order of the keys; null for unknown keys. For loaders. */
  readonly findMany = async (keys: readonly string[]): Promise<(ConfirmationEntity | null)[]> => {
    const found = await this.find({ key: In([...keys]) });
    const byKey = new Map(found.map((confirmation) => [confirmation.key, confirmation]));
    return keys.map((key) => byKey.get(key) ?? null);
  };

  /** Matching confirmations that these accounts are asked for, newest first. */
  ofUsers(userIds: readonly string[], where: ConfirmationWhere): Promise<ConfirmationEntity[]> {
    return this.find({ ...where, userId: In([...userIds]) });
  }

  /** Matching confirmations sent to this address, ignoring case, newest first. */
  async ofAddress(
    email: string,
    where: ConfirmationWhere,
    manager?: EntityManager,
  ): Promise<ConfirmationEntity[]> {
    const address = comparable(email);
    const found = await this.find({ ...where, address }, manager);
    // MySQL ignores trailing spaces.
    return found.filter((confirmation) => confirmation.address === address);
  }

  /** Matching confirmations to each of these addresses, newest first. */
  async ofAddresses(emails: readonly string[], where: ConfirmationWhere): Promise<ConfirmationEntity[][]> {
    const addresses = emails.map(comparable);
    if (addresses.length === 0) return [];
    const found = await this.find({ ...where, address: In(addresses) });
    // MySQL ignores trailing spaces.
    return addresses.map((wanted) => found.filter(({ address }) => address === wanted));
  }

  /** Matching confirmations, newest first. */
  find(where: ConfirmationWhere, manager = this.database.reader): Promise<ConfirmationEntity[]> {
    return manager.find(ConfirmationEntity, { where, order: { createdTime: 'DESC', key: 'ASC' } });
  }
}
