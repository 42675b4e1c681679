import { In, type EntityManager } from 'typeorm';
import type { AccountService } from '../accounts/account.service';
import type { AuditService } from '../audit/audit.service';
import type { ClinicAccess } from '../clinics/clinic-access.service';
import { now } from '../clock';
import type { Database } from '../database/database';
import { notFound } from '../errors';
import type { EventService } from '../events/event.service';
import { HeldPermissions } from './held-permissions';
import { grantablePermissions, type Permission } from './permission';
import { shareEvents, type ShareChanged } from './share-events';
import { ShareEntity } from './share.entity';

/** One question to the permission model: what may `userId` do with the data of `ownerId`? */
export interface PermissionQuestion {
  ownerId: string;
  userId: string;
}

/** What somebody wants another account to hold from now on. */
export interface WantedShare {
  sharerId: string;
  granteeId: string;
  /** Everything that is to be held; with nothing in it, the share ends. */
  permissions: readonly Permission[];
  /** A trusted server may make anybody custodian; people only keep those who are. */
  byServer: boolean;
}

const nothing = new HeldPermissions(new Set());
const owner = new HeldPermissions(new Set(['root']));

interface HeldRow {
  owner_id: string;
  user_id: string;
  permissions: string;
  /** 1 for what a clinic holds. */
  by_clinic: number;
}

/** The permissions that there are among some names. */
export const permissionsAmong = (names: readonly string[]): Permission[] =>
  grantablePermissions.filter((permission) => names.includes(permission));

/** Who may do what with whose data. Read anew for each request: what is revoked is gone with the next one. */
export class SharingService {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountService,
    private readonly clinicAccess: ClinicAccess,
    private readonly events: EventService,
    private readonly audit: AuditService,
  ) {}

  /**
   * The effective permissions for many pairs of accounts, in the order of the questions: what the owner shares with
   * the user, and what each clinic holds where the owner is a patient and the user works. For loaders.
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

  /** What somebody may do through clinics alone. */
  throughClinics(permissions: readonly Permission[]): HeldPermissions {
    return new HeldPermissions(new Set(), permissions);
  }

  private async heldBetween(pairs: readonly PermissionQuestion[]): Promise<Map<string, HeldPermissions>> {
    const held = new Map<string, HeldPermissions>();
    if (pairs.length === 0) return held;
    const ownerIds = [...new Set(pairs.map((pair) => pair.ownerId))];
    const userIds = [...new Set(pairs.map((pair) => pair.userId))];
    const throughClinics = this.clinicAccess.permissionsBetween(ownerIds, userIds);
    const rows = await this.database.plain.rows<HeldRow>(
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

  /** What other accounts share with each of these accounts. For loaders. */
  readonly sharesReceived = async (granteeIds: readonly string[]): Promise<ShareEntity[][]> => {
    const shares = await this.database.reader.find(ShareEntity, {
      where: { granteeId: In([...granteeIds]) },
      order: { sharerId: 'ASC' },
    });
    return granteeIds.map((id) => shares.filter((share) => share.granteeId === id));
  };

  /** What each of these accounts shares with others. For loaders. */
  readonly sharesGiven = async (sharerIds: readonly string[]): Promise<ShareEntity[][]> => {
    const shares = await this.database.reader.find(ShareEntity, {
      where: { sharerId: In([...sharerIds]) },
      order: { granteeId: 'ASC' },
    });
    return sharerIds.map((id) => shares.filter((share) => share.sharerId === id));
  };

  /**
   * Replaces what one account holds on another one, and returns what it may do then. Custody is left out for who does
   * not have it yet. Throws when one of the accounts does not exist; whoever only gives up a share is not told.
   */
  async setPermissions(wanted: WantedShare): Promise<HeldPermissions> {
    const { sharerId, granteeId, byServer } = wanted;
    const [sharer, grantee] = await this.accounts.findMany([sharerId, granteeId]);
    if (!sharer && byServer) throw notFound('There is no account with the id of the sharer.');
    if (sharerId !== granteeId && (await this.mayChange(wanted))) {
      await this.database.transaction(async (manager) => {
        const kept = await this.grantable(manager, wanted);
        if (kept.length === 0) return this.revoke(manager, sharerId, granteeId);
        if (!grantee) throw notFound('There is no account with the id of the grantee.');
        return this.grant(manager, sharerId, granteeId, kept);
      });
    }
    const [held = nothing] = await this.effectivePermissions([{ ownerId: sharerId, userId: granteeId }]);
    return held;
  }

  /** False when a share is to end that there is not: nothing happens then, and nothing goes on record. */
  private async mayChange({ sharerId, granteeId, permissions }: WantedShare): Promise<boolean> {
    return permissionsAmong(permissions).length > 0 || (await this.shareOf(sharerId, granteeId)) !== null;
  }

  /** What one account holds directly on another one, or null. Until the transaction ends, nobody else changes it. */
  lock(manager: EntityManager, sharerId: string, granteeId: string): Promise<ShareEntity | null> {
    const query = manager.createQueryBuilder(ShareEntity, 's').where({ sharerId, granteeId });
    return (this.database.dialect === 'mysql' ? query.setLock('pessimistic_write') : query).getOne();
  }

  /** What is left of the wanted permissions; the share is locked until the change is done. */
  private async grantable(manager: EntityManager, wanted: WantedShare): Promise<Permission[]> {
    const { sharerId, granteeId, byServer } = wanted;
    const held = await this.lock(manager, sharerId, granteeId);
    const mayBeCustodian = byServer || held?.permissions.includes('custodian') === true;
    return grantablePermissions.filter(
      (permission) =>
        wanted.permissions.includes(permission) && (permission !== 'custodian' || mayBeCustodian),
    );
  }

  /** Lets somebody who opens an account for somebody else manage it, read its data and write them. */
  grantCustody(manager: EntityManager, sharerId: string, custodianId: string): Promise<void> {
    return this.grant(manager, sharerId, custodianId, ['custodian', 'view', 'upload']);
  }

  /** Ends the custody of an account that its owner has taken over; what else its custodians hold stays. */
  async endCustody(manager: EntityManager, sharerId: string): Promise<void> {
    await this.clinicAccess.endCustody(manager, sharerId);
    const shares = await manager.findBy(ShareEntity, { sharerId });
    const changed = shares
      .filter(({ permissions }) => permissions.includes('custodian'))
      .map((share) => ({
        ...share,
        permissions: share.permissions.filter((permission) => permission !== 'custodian'),
        modifiedTime: now(),
      }));
    const [emptied, kept] = [true, false].map((isEmpty) =>
      changed.filter(({ permissions }) => (permissions.length === 0) === isEmpty),
    );
    if (kept?.length) await manager.upsert(ShareEntity, kept, ['sharerId', 'granteeId']);
    const granteeIds = emptied?.map(({ granteeId }) => granteeId) ?? [];
    if (granteeIds.length > 0) await manager.delete(ShareEntity, { sharerId, granteeId: In(granteeIds) });
    for (const { granteeId, permissions: after } of changed) {
      const before = shares.find((share) => share.granteeId === granteeId)?.permissions ?? [];
      this.tell(manager, { sharerId, granteeId }, before, after);
    }
  }

  /** A change goes on record, both accounts hear of it, and what the grantee is listening to is checked again. */
  private tell(
    manager: EntityManager,
    share: ShareChanged,
    before: readonly Permission[],
    after: readonly Permission[],
  ): void {
    const { sharerId, granteeId: memberId } = share;
    this.audit.recordShareChange(manager, sharerId, {
      memberId,
      before: [...before],
      after: [...after],
    });
    for (const userId of [sharerId, memberId]) this.events.publish(manager, shareEvents(userId), share);
    this.events.accessChanged(manager, memberId);
  }

  /** Ends what an account that is gone has shared, and what was shared with it. */
  async forgetAccount(userId: string): Promise<void> {
    await this.database.transaction(async (manager) => {
      const query = manager
        .createQueryBuilder(ShareEntity, 's')
        .where([{ sharerId: userId }, { granteeId: userId }]);
      const shares = await (
        this.database.dialect === 'mysql' ? query.setLock('pessimistic_write') : query
      ).getMany();
      await manager.delete(ShareEntity, { sharerId: userId });
      await manager.delete(ShareEntity, { granteeId: userId });
      for (const { sharerId, granteeId, permissions } of shares)
        this.tell(manager, { sharerId, granteeId }, permissions, []);
    });
  }

  /** Ends what one account shares with another one. */
  async revoke(manager: EntityManager, sharerId: string, granteeId: string): Promise<void> {
    const held = await this.lock(manager, sharerId, granteeId);
    await manager.delete(ShareEntity, { sharerId, granteeId });
    if (held) this.tell(manager, { sharerId, granteeId }, held.permissions, []);
  }

  /** Gives `granteeId` these permissions on the data of `sharerId`, beside what it holds. */
  async add(
    manager: EntityManager,
    sharerId: string,
    granteeId: string,
    permissions: readonly Permission[],
  ): Promise<void> {
    const nothingYet = { sharerId, granteeId, permissions: [], modifiedTime: now() };
    // The row is there before it is locked, so that two first grants both count.
    await manager.createQueryBuilder().insert().into(ShareEntity).values(nothingYet).orIgnore().execute();
    const held = await this.lock(manager, sharerId, granteeId);
    const union = new Set([...(held?.permissions ?? []), ...permissions]);
    await this.grant(manager, sharerId, granteeId, [...union]);
  }

  /** Takes these permissions on the data of `sharerId` from `granteeId`; what else it holds stays. */
  async take(
    manager: EntityManager,
    sharerId: string,
    granteeId: string,
    permissions: readonly Permission[],
  ): Promise<void> {
    const held = await this.lock(manager, sharerId, granteeId);
    const kept = held?.permissions.filter((permission) => !permissions.includes(permission));
    if (!held || kept?.length === held.permissions.length) return;
    if (kept?.length) await this.grant(manager, sharerId, granteeId, kept);
    else await this.revoke(manager, sharerId, granteeId);
  }

  /** What one account holds directly on another one; nothing comes from elsewhere. */
  async shareOf(sharerId: string, granteeId: string): Promise<ShareEntity | null> {
    const [share = null] = await this.database.plain.find(ShareEntity, { sharerId, granteeId });
    return share;
  }

  /** Gives `granteeId` these permissions on the data of `sharerId`, in place of what it held. */
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
