import { In, type EntityManager } from 'typeorm';
import type { AccountService } from '../accounts/account.service';
import type { AuditService } from '../audit/audit.service';
import { now } from '../../platform/clock';
import type { Database } from '../../platform/database/database';
import { lockRow, lockRows } from '../../platform/database/lock-rows';
import { readParts } from '../../platform/database/pages';
import { forbidden, notFound } from '../../platform/errors';
import type { EventService } from '../../platform/events/event.service';
import type { DerivedAccess } from './derived-access';
import type { Placed } from '../../platform/list-part';
import { HeldPermissions } from '../held-permissions';
import { grantablePermissions, type Permission } from '../permission';
import { shareEvents, type ShareChanged } from './share-events';
import { ShareEntity } from './share.entity';
import { buildPartQuestion, pairName, pairFrom, type Pair, type SharesQuestion } from './list-shares';

/** One permission check: what may `userId` do with the data of `ownerId`? */
export interface PermissionQuestion {
  ownerId: string;
  userId: string;
}

/** The new permissions of an account. */
export interface WantedShare {
  sharerId: string;
  granteeId: string;
  /** The complete set; an empty set ends the share. */
  permissions: readonly Permission[];
  /** Whether a trusted server asks: it may make anybody a custodian; people can only keep existing ones. */
  byServer: boolean;
}

const nothing = new HeldPermissions(new Set());
const owner = new HeldPermissions(new Set(['root']));

interface HeldRow {
  owner_id: string;
  user_id: string;
  permissions: string;
  /** 1 if held through a clinic. */
  by_clinic: number;
}

/** The valid permissions among some names. */
export const permissionsAmong = (names: readonly string[]): Permission[] =>
  grantablePermissions.filter((permission) => names.includes(permission));

/** Dependencies of the class below. */
interface Parts {
  database: Database;
  accounts: AccountService;
  derivedAccess: DerivedAccess;
  events: EventService;
  audit: AuditService;
}

/** Permissions between accounts. Evaluated for each request: what is revoked is gone with the next one. */
export class SharingService {
  constructor(private readonly parts: Parts) {}

  /**
   * The effective permissions for many pairs of accounts, in the order of the requests: those that the owner shares
   * with the user, and those of clinics where the owner is a patient and the user works. For loaders.
   */
  readonly effectivePermissions = async (
    questions: readonly PermissionQuestion[],
  ): Promise<HeldPermissions[]> => {
    const between = questions.filter(({ ownerId, userId }) => ownerId !== userId);
    const held = await this.heldBetween(between);
    return questions.map(({ ownerId, userId }) =>
      ownerId === userId ? owner : (held.get(`${ownerId} ${userId}`) ?? nothing),
    );
  };

  /**
   * Throws a refusal unless a person owns or manages an account now. For changes that have locked the account: its owner
   * may have claimed it since the permission was checked, which ends all custody.
   */
  async assertManages(manager: EntityManager, userId: string, ownerId: string): Promise<void> {
    if (userId === ownerId) return;
    const held = await this.heldBetween([{ ownerId, userId }], (sql, parameters) =>
      manager.query<HeldRow[]>(sql, parameters),
    );
    if (!held.get(`${ownerId} ${userId}`)?.has('custodian')) throw forbidden();
  }

  /** What everybody may do with their own data. */
  readonly onOwnData = owner;

  /** Permissions held through clinics alone. */
  throughClinics(permissions: readonly Permission[]): HeldPermissions {
    return new HeldPermissions(new Set(), permissions);
  }

  private async heldBetween(
    pairs: readonly PermissionQuestion[],
    read = (sql: string, parameters: unknown[]) => this.parts.database.plain.rows<HeldRow>(sql, parameters),
  ): Promise<Map<string, HeldPermissions>> {
    const held = new Map<string, HeldPermissions>();
    if (pairs.length === 0) return held;
    const ownerIds = [...new Set(pairs.map((pair) => pair.ownerId))];
    const userIds = [...new Set(pairs.map((pair) => pair.userId))];
    const throughClinics = this.parts.derivedAccess.permissionsBetween(ownerIds, userIds);
    const rows = await read(
      `SELECT sharer_id AS owner_id, grantee_id AS user_id, permissions, 0 AS by_clinic FROM shares
        WHERE sharer_id IN (${ownerIds.map(() => '?').join(', ')})
          AND grantee_id IN (${userIds.map(() => '?').join(', ')})
        UNION ALL ${throughClinics.sql}`,
      [...ownerIds, ...userIds, ...throughClinics.parameters],
    );
    for (const row of rows) {
      const pair = `${row.owner_id} ${row.user_id}`;
      const before = held.get(pair) ?? nothing;
      const more = JSON.parse(row.permissions) as Permission[];
      const isByClinic = Number(row.by_clinic) === 1;
      const shared = isByClinic ? before.shared : new Set([...before.shared, ...more]);
      held.set(pair, new HeldPermissions(shared, [...before, ...more]));
    }
    return held;
  }

  /** Pages of the shares that accounts give or receive, in the order of the questions. For loaders. */
  readonly pages = async (questions: readonly SharesQuestion[]): Promise<Placed<ShareEntity>[][]> => {
    const parts = await readParts(this.parts.database.reader, questions.map(buildPartQuestion));
    const pairs = questions.map(({ accountId, side }, index) =>
      (parts[index] ?? []).map(({ id, place }) => ({ ...pairFrom[side](accountId, id), place })),
    );
    const shares = await this.byPairs(pairs.flat());
    return pairs.map((page) =>
      page.map(({ place, ...pair }) => ({ place, item: shares.get(pairName(pair)) ?? null })),
    );
  };

  private async byPairs(pairs: readonly Pair[]): Promise<Map<string, ShareEntity>> {
    const found = await this.parts.database.reader.find(ShareEntity, {
      where: {
        sharerId: In([...new Set(pairs.map(({ sharerId }) => sharerId))]),
        granteeId: In([...new Set(pairs.map(({ granteeId }) => granteeId))]),
      },
    });
    return new Map(found.map((share) => [pairName(share), share]));
  }

  /** Shares that each of these accounts receives. For loaders. */
  readonly sharesReceived = async (granteeIds: readonly string[]): Promise<ShareEntity[][]> => {
    const shares = await this.parts.database.reader.find(ShareEntity, {
      where: { granteeId: In([...granteeIds]) },
      order: { sharerId: 'ASC' },
    });
    return granteeIds.map((id) => shares.filter((share) => share.granteeId === id));
  };

  /** Shares that each of these accounts gives. For loaders. */
  readonly sharesGiven = async (sharerIds: readonly string[]): Promise<ShareEntity[][]> => {
    const shares = await this.parts.database.reader.find(ShareEntity, {
      where: { sharerId: In([...sharerIds]) },
      order: { granteeId: 'ASC' },
    });
    return sharerIds.map((id) => shares.filter((share) => share.sharerId === id));
  };

  /**
   * Replaces the permissions of one account on another, and returns the resulting ones. Custody is ignored unless
   * already held. Throws when one of the accounts does not exist, unless the caller only gives up a share.
   */
  async setPermissions(wanted: WantedShare): Promise<HeldPermissions> {
    const { sharerId, granteeId, byServer } = wanted;
    const [sharer, grantee] = await this.parts.accounts.findMany([sharerId, granteeId]);
    if (!sharer && byServer)
      throw notFound('There is no account with the id of the sharer.').about('ownerId');
    if (sharerId !== granteeId && (await this.mayChange(wanted))) {
      await this.parts.database.transaction(async (manager) => {
        const kept = await this.grantable(manager, wanted);
        if (kept.length === 0) return this.revoke(manager, sharerId, granteeId);
        if (!grantee) throw notFound('There is no account with the id of the grantee.').about('memberId');
        return this.grant(manager, sharerId, granteeId, kept);
      });
    }
    const [held = nothing] = await this.effectivePermissions([{ ownerId: sharerId, userId: granteeId }]);
    return held;
  }

  /** False for ending a share that does not exist: nothing happens then, and nothing is logged. */
  private async mayChange({ sharerId, granteeId, permissions }: WantedShare): Promise<boolean> {
    return permissionsAmong(permissions).length > 0 || (await this.findShare(sharerId, granteeId)) !== null;
  }

  /**
   * The direct permissions of one account on another, or null. Until the transaction ends, nobody else can change
   * them.
   */
  lock(manager: EntityManager, sharerId: string, granteeId: string): Promise<ShareEntity | null> {
    return lockRow(this.parts.database, manager, ShareEntity, { sharerId, granteeId });
  }

  /** The grantable part of the wanted permissions; the share is locked until the change is done. */
  private async grantable(manager: EntityManager, wanted: WantedShare): Promise<Permission[]> {
    const { sharerId, granteeId, byServer } = wanted;
    const held = await this.lock(manager, sharerId, granteeId);
    const mayBeCustodian = byServer || held?.permissions.includes('custodian') === true;
    return grantablePermissions.filter(
      (permission) =>
        wanted.permissions.includes(permission) && (permission !== 'custodian' || mayBeCustodian),
    );
  }

  /** Makes the creator of an account its custodian, who may manage it and read and write its data. */
  grantCustody(manager: EntityManager, sharerId: string, custodianId: string): Promise<void> {
    return this.grant(manager, sharerId, custodianId, ['custodian', 'view', 'upload']);
  }

  /** Ends the custody of an account that its owner has claimed; other permissions of its custodians stay. */
  async endCustody(manager: EntityManager, sharerId: string): Promise<void> {
    await this.parts.derivedAccess.endCustody(manager, sharerId);
    // Locked: permissions that somebody gives up in the meantime must not reappear through this write.
    const shares = await lockRows(this.parts.database, manager, ShareEntity, { sharerId });
    const changed = shares
      .filter(({ permissions }) => permissions.includes('custodian'))
      .map((share) => ({
        before: share.permissions,
        share: {
          ...share,
          permissions: share.permissions.filter((permission) => permission !== 'custodian'),
          modifiedTime: now(),
        },
      }));
    const kept = changed.filter(({ share }) => share.permissions.length > 0);
    const emptied = changed.filter(({ share }) => share.permissions.length === 0);
    if (kept.length > 0)
      await manager.upsert(
        ShareEntity,
        kept.map(({ share }) => share),
        ['sharerId', 'granteeId'],
      );
    const granteeIds = emptied.map(({ share }) => share.granteeId);
    if (granteeIds.length > 0) await manager.delete(ShareEntity, { sharerId, granteeId: In(granteeIds) });
    for (const { before, share } of changed)
      this.tell(manager, { sharerId, granteeId: share.granteeId }, before, share.permissions);
  }

  /** Logs a change, notifies both accounts, and rechecks the grantee's subscriptions. */
  private tell(
    manager: EntityManager,
    share: ShareChanged,
    before: readonly Permission[],
    after: readonly Permission[],
  ): void {
    const { sharerId, granteeId: memberId } = share;
    this.parts.audit.recordShareChange(manager, sharerId, {
      memberId,
      before: [...before],
      after: [...after],
    });
    for (const userId of [sharerId, memberId]) this.parts.events.publish(manager, shareEvents(userId), share);
    this.parts.events.accessChanged(manager, memberId);
  }

  /** Ends all shares of a deleted account, given and held. */
  async forgetAccount(userId: string): Promise<void> {
    await this.parts.database.transaction(async (manager) => {
      const given = await lockRows(this.parts.database, manager, ShareEntity, { sharerId: userId });
      const held = await lockRows(this.parts.database, manager, ShareEntity, { granteeId: userId });
      await manager.delete(ShareEntity, { sharerId: userId });
      await manager.delete(ShareEntity, { granteeId: userId });
      for (const { sharerId, granteeId, permissions } of [...given, ...held])
        this.tell(manager, { sharerId, granteeId }, permissions, []);
    });
  }

  /** Ends the shares that an account has given. */
  async endGiven(manager: EntityManager, userId: string): Promise<void> {
    const given = await lockRows(this.parts.database, manager, ShareEntity, { sharerId: userId });
    await manager.delete(ShareEntity, { sharerId: userId });
    for (const { sharerId, granteeId, permissions } of given)
      this.tell(manager, { sharerId, granteeId }, permissions, []);
  }

  /** Ends the share of one account with another. */
  async revoke(manager: EntityManager, sharerId: string, granteeId: string): Promise<void> {
    const held = await this.lock(manager, sharerId, granteeId);
    await manager.delete(ShareEntity, { sharerId, granteeId });
    if (held) this.tell(manager, { sharerId, granteeId }, held.permissions, []);
  }

  /** Adds permissions on the data of `sharerId` to those of `granteeId`. */
  async add(
    manager: EntityManager,
    sharerId: string,
    granteeId: string,
    permissions: readonly Permission[],
  ): Promise<void> {
    const nothingYet = { sharerId, granteeId, permissions: [], modifiedTime: now() };
    // The row exists before it is locked, so that two concurrent first grants both count.
    await manager.createQueryBuilder().insert().into(ShareEntity).values(nothingYet).orIgnore().execute();
    const held = await this.lock(manager, sharerId, granteeId);
    const union = new Set([...(held?.permissions ?? []), ...permissions]);
    await this.grant(manager, sharerId, granteeId, [...union]);
  }

  /** Revokes permissions on the data of `sharerId` from `granteeId`; others stay. */
  async take(
    manager: EntityManager,
    sharerId: string,
    granteeId: string,
    permissions: readonly Permission[],
  ): Promise<void> {
    const held = await this.lock(manager, sharerId, granteeId);
    if (!held) return;
    const kept = held.permissions.filter((permission) => !permissions.includes(permission));
    if (kept.length === held.permissions.length) return;
    if (kept.length > 0) await this.grant(manager, sharerId, granteeId, kept);
    else await this.revoke(manager, sharerId, granteeId);
  }

  /** The direct permissions of one account on another, without other sources. */
  async findShare(sharerId: string, granteeId: string): Promise<ShareEntity | null> {
    const [share = null] = await this.parts.database.plain.find(ShareEntity, { sharerId, granteeId });
    return share;
  }

  /** Sets the permissions of `granteeId` on the data of `sharerId`, replacing existing ones. */
  async grant(
    manager: EntityManager,
    sharerId: string,
    granteeId: string,
    permissions: readonly Permission[],
  ): Promise<void> {
    const held = await this.lock(manager, sharerId, granteeId);
    const share = { sharerId, granteeId, permissions: [...permissions], modifiedTime: now() };
    await manager.upsert(ShareEntity, share, ['sharerId', 'granteeId']);
    this.tell(manager, { sharerId, granteeId }, held?.permissions ?? [], permissions);
  }
}
