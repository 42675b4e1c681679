import { createHash } from 'node:crypto';
import { In, IsNull, LessThanOrEqual, type EntityManager, type FindOptionsWhere } from 'typeorm';
import { now } from '../clock';
import { isDuplicateKey, type Database } from '../database/database';
import { conflict } from '../errors';
import { newSecretKey } from '../ids';
import { ConfirmationEntity, type ConfirmationStatus, type ConfirmationType } from './confirmation.entity';

/** Something that somebody is about to be asked. */
export interface NewConfirmation {
  type: ConfirmationType;
  /** `pending` when absent. */
  status?: ConfirmationStatus;
  /** As typed, or as the account has it; empty for whom no address is known. */
  email: string;
  userId?: string | null;
  creatorId?: string | null;
  clinicId?: string | null;
  context?: object | null;
  /** Seconds; it never expires when absent. */
  lifetime?: number;
  /** What no second open confirmation may stand for, such as who invites whom. */
  exclusive?: readonly string[];
}

/** Confirmations that whoever has the key of the mail may give. */
const mailedTypes: ConfirmationType[] = ['signup_confirmation', 'password_reset'];

type EndStatus = Exclude<ConfirmationStatus, 'pending'>;

/** What changes when a confirmation ends: nothing else has to wait for it any more. */
const ended = (status: EndStatus) => ({ status, modifiedTime: now(), openDigest: null });

/** An account that is gone. */
interface Gone {
  userId: string;
  email: string | null;
  /** Milliseconds since the epoch. */
  deletedTime: number;
}

/** Which confirmations are meant. */
type Wanted = FindOptionsWhere<ConfirmationEntity>;

/** Addresses are compared in lower case. */
const comparable = (email: string): string => email.toLowerCase();

const digestOf = (parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64');

const expiry = (start: number, lifetime: number | undefined): number | null =>
  lifetime === undefined ? null : start + lifetime * 1000;

/** True for what nobody can confirm any more because too much time has passed. */
export const isExpired = ({ expiresTime }: Pick<ConfirmationEntity, 'expiresTime'>): boolean =>
  expiresTime !== null && expiresTime <= now();

/** Confirmations of all kinds as they are kept: how they are made, found, renewed and ended. */
export class ConfirmationRecords {
  constructor(private readonly database: Database) {}

  /**
   * Keeps a new confirmation under an unguessable key. Throws a conflict when one that stands for the same is open;
   * of several that are added at once, one is kept.
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

  /** Starts the lifetime of an open confirmation anew. Throws a conflict when another one has taken its place. */
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

  /** The digest of what a confirmation stands for, which one that has expired no longer keeps from others. */
  private async freeDigest(manager: EntityManager, exclusive: readonly string[] | undefined) {
    if (!exclusive) return null;
    const openDigest = digestOf(exclusive);
    const expired = { openDigest, expiresTime: LessThanOrEqual(now()) };
    await manager.update(ConfirmationEntity, expired, { openDigest: null });
    return openDigest;
  }

  private async exclusively(write: () => Promise<unknown>): Promise<void> {
    try {
      await write();
    } catch (error) {
      throw isDuplicateKey(error) ? conflict('There is already an existing invite') : error;
    }
  }

  /** The confirmation behind a key, or null. Until the transaction ends, nobody else changes it. */
  async lock(manager: EntityManager, key: string): Promise<ConfirmationEntity | null> {
    const query = manager.createQueryBuilder(ConfirmationEntity, 'c').where({ key });
    const found = await (
      this.database.dialect === 'mysql' ? query.setLock('pessimistic_write') : query
    ).getOne();
    // MySQL takes no notice of blanks at the end.
    return found?.key === key ? found : null;
  }

  /** Hands an open confirmation of a clinic over to another one; `exclusive` is what it stands for there. */
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

  /** Notes that a locked confirmation was sent once more; when it began stays. */
  async touch(manager: EntityManager, confirmation: ConfirmationEntity): Promise<ConfirmationEntity> {
    const touched = { modifiedTime: now() };
    await manager.update(ConfirmationEntity, { key: confirmation.key }, touched);
    return Object.assign(new ConfirmationEntity(), confirmation, touched);
  }

  /** Gives a locked confirmation its last status. */
  async end(manager: EntityManager, { key }: ConfirmationEntity, status: EndStatus): Promise<void> {
    await manager.update(ConfirmationEntity, { key }, ended(status));
  }

  /** Ends those of some confirmations that still have one of these statuses, and returns how many. */
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
   * Ends all pending confirmations of an account whose keys were mailed to its address. Invitations stay: they have no
   * key that opens anything by itself, and they are the account's own whatever becomes of its address.
   */
  async endMailed(manager: EntityManager, userId: string): Promise<void> {
    const pending = { userId, type: In(mailedTypes), status: 'pending' } as const;
    await manager.update(ConfirmationEntity, pending, ended('canceled'));
  }

  /** Hands confirmations that nobody in particular is asked for to an account. */
  async bind(manager: EntityManager, keys: readonly string[], userId: string): Promise<void> {
    await manager.update(ConfirmationEntity, { key: In([...keys]), userId: IsNull() }, { userId });
  }

  /**
   * Deletes what an account that is gone was asked, and what it has asked people. An invitation to a clinic that it has
   * not been answered is canceled: the clinic sees why nobody comes.
   */
  async forgetAccount({ userId, email, deletedTime }: Gone): Promise<void> {
    await this.database.transaction(async (manager) => {
      await manager.delete(ConfirmationEntity, { userId });
      if (email !== null) {
        // Whoever has the address next is asked things of their own.
        const before = {
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

  /** Confirmations by their keys, in the order of the keys; null for a key that there is not. For loaders. */
  readonly findMany = async (keys: readonly string[]): Promise<(ConfirmationEntity | null)[]> => {
    const found = await this.find({ key: In([...keys]) });
    const byKey = new Map(found.map((confirmation) => [confirmation.key, confirmation]));
    return keys.map((key) => byKey.get(key) ?? null);
  };

  /** The confirmations that fit and that these accounts are asked for, the newest first. */
  ofUsers(userIds: readonly string[], where: Wanted): Promise<ConfirmationEntity[]> {
    return this.find({ ...where, userId: In([...userIds]) });
  }

  /** The confirmations that fit and went to this address, in any case; the newest first. */
  async ofAddress(email: string, where: Wanted, manager?: EntityManager): Promise<ConfirmationEntity[]> {
    const address = comparable(email);
    const found = await this.find({ ...where, address }, manager);
    // MySQL takes no notice of blanks at the end.
    return found.filter((confirmation) => confirmation.address === address);
  }

  /** The confirmations that fit, the newest first. */
  find(where: Wanted, manager = this.database.reader): Promise<ConfirmationEntity[]> {
    return manager.find(ConfirmationEntity, { where, order: { createdTime: 'DESC', key: 'ASC' } });
  }
}
