import { IsNull, LessThanOrEqual, Not, type EntityManager } from 'typeorm';
import { now } from '../../../platform/clock';
import { isDuplicateKey, type Database } from '../../../platform/database/database';
import type { ApiError } from '../../../platform/errors';
import { lockRows } from '../../../platform/database/lock-rows';
import { searchableTexts } from '../../../platform/folding';
import type { ClinicNews } from '../clinic-news.service';
import { findLocked } from '../lock-clinic';
import { recordDeletions } from '../record-deletions';
import { isAdmin } from './clinician-role';
import { ClinicianEntity } from './clinician.entity';

/** Names the record of a member. */
export interface MemberRecord {
  clinicId: string;
  id: string;
}

/** Effects of account changes on the members of clinics. All methods are part of a larger transaction. */
export class MemberAccounts {
  constructor(
    private readonly database: Database,
    private readonly news: ClinicNews,
  ) {}

  /** Updates the address of an account in all clinics where it works. `refusal` creates the error if it is taken. */
  async changeAddress(
    manager: EntityManager,
    userId: string,
    email: string,
    refusal: (detail: string) => ApiError,
  ): Promise<void> {
    const found = await lockRows(this.database, manager, ClinicianEntity, { userId });
    for (const { clinicId, id, name } of found) {
      try {
        const set = { email, searchText: searchableTexts(name, email), updatedTime: now() };
        await manager.update(ClinicianEntity, { clinicId, id }, set);
      } catch (error) {
        throw isDuplicateKey(error)
          ? refusal("The address belongs to another person in one of the account's clinics.").about(
              'emails',
              'email',
              'username',
            )
          : error;
      }
    }
  }

  /**
   * Removes an account from all clinics where it works. Returns its records, and the clinics that have lost their last
   * administrator.
   */
  async remove(
    manager: EntityManager,
    userId: string,
  ): Promise<{ members: MemberRecord[]; abandoned: string[] }> {
    const members: MemberRecord[] = [];
    const abandoned: string[] = [];
    const locked = new Set<string>();
    for (;;) {
      const found = await manager.findBy(ClinicianEntity, { userId });
      const clinicIds = found.map(({ clinicId }) => clinicId).filter((id) => !locked.has(id));
      // A merge may have moved a member before the clinic was locked.
      if (clinicIds.length === 0) return { members, abandoned };
      for (const clinicId of clinicIds) {
        await findLocked(this.database, manager, clinicId);
        locked.add(clinicId);
        const removed = await this.removeFrom(manager, clinicId, userId);
        if (!removed) continue;
        members.push({ clinicId, id: removed.id });
        if (removed.isAbandoned) abandoned.push(clinicId);
      }
    }
  }

  /** Removes an account from a locked clinic; null if it is no member by now. */
  private async removeFrom(
    manager: EntityManager,
    clinicId: string,
    userId: string,
  ): Promise<{ id: string; isAbandoned: boolean } | null> {
    const clinician = await manager.findOneBy(ClinicianEntity, { clinicId, userId });
    if (!clinician) return null;
    const { id, roles } = clinician;
    await manager.delete(ClinicianEntity, { clinicId, id });
    await recordDeletions(manager, { clinicId, kind: 'clinician', userIds: [userId], deletedBy: null });
    this.news.clinicianLostAccess(manager, userId);
    if (!isAdmin(roles)) return { id, isAbandoned: false };
    const others = await manager.findBy(ClinicianEntity, { clinicId, userId: Not(IsNull()) });
    return { id, isAbandoned: !others.some((other) => isAdmin(other.roles)) };
  }

  /** Ends the invitations to an address whose account was deleted. Its next owner is invited separately. */
  async endInvitations(manager: EntityManager, email: string, deletedTime: number): Promise<void> {
    const createdTime = LessThanOrEqual(deletedTime);
    await manager.delete(ClinicianEntity, { email, userId: IsNull(), createdTime });
  }
}
