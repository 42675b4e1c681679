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
    for (const { clinicId } of await manager.findBy(ClinicianEntity, { userId })) {
      await findLocked(this.database, manager, clinicId);
      // The current state: it may have changed before the clinic was locked.
      const clinician = await manager.findOneBy(ClinicianEntity, { clinicId, userId });
      if (!clinician) continue;
      await manager.delete(ClinicianEntity, { clinicId, id: clinician.id });
      members.push({ clinicId, id: clinician.id });
      await recordDeletions(manager, { clinicId, kind: 'clinician', userIds: [userId], deletedBy: null });
      this.news.clinicianLostAccess(manager, userId);
      if (!isAdmin(clinician.roles)) continue;
      const others = await manager.findBy(ClinicianEntity, { clinicId, userId: Not(IsNull()) });
      if (!others.some(({ roles }) => isAdmin(roles))) abandoned.push(clinicId);
    }
    return { members, abandoned };
  }

  /** Ends the invitations to an address whose account was deleted. Its next owner is invited separately. */
  async endInvitations(manager: EntityManager, email: string, deletedTime: number): Promise<void> {
    const createdTime = LessThanOrEqual(deletedTime);
    await manager.delete(ClinicianEntity, { email, userId: IsNull(), createdTime });
  }
}
