import type { EntityManager } from 'typeorm';
import { now } from '../../clock';
import type { Database } from '../../database/database';
import { lockPatient } from '../lock-patient';
import type { PatientKey } from '../patient-directory.service';
import type { EhrMessageEntity } from './ehr-message.entity';
import type { EhrMessageService } from './ehr-message.service';
import { EhrSubscriptionEntity, reportSubscription } from './ehr-subscription.entity';

/** Which patients a health record system gets reports on. */
export class EhrSubscriptionService {
  constructor(
    private readonly database: Database,
    private readonly messages: EhrMessageService,
  ) {}

  /**
   * Turns the reports on a patient on or off, as a message asks; one that never had any gets a subscription that is
   * off. A message counts once: what it asked for is not asked again when it comes back, nor the opposite. Throws when
   * there is no such patient.
   */
  async set({ clinicId, userId }: PatientKey, active: boolean, message: EhrMessageEntity): Promise<void> {
    const key = { clinicId, userId, name: reportSubscription };
    const { id, dataModel, eventType } = message;
    await this.database.transaction(async (manager) => {
      await lockPatient(this.database, manager, { clinicId, userId });
      const time = now();
      const before = await manager.findOneBy(EhrSubscriptionEntity, key);
      const matched = before?.matchedMessages ?? [];
      if (matched.some((each) => each.id === id)) return;
      await this.messages.assign(manager, id, { clinicId, userId });
      const set = {
        active,
        provider: 'redox' as const,
        matchedMessages: [...matched, { id, dataModel, eventType }],
        updatedTime: time,
      };
      if (before) await manager.update(EhrSubscriptionEntity, key, set);
      else await manager.insert(EhrSubscriptionEntity, { ...key, ...set, createdTime: time });
    });
  }

  /** The subscriptions of a clinic that are on. */
  ofClinic(manager: EntityManager, clinicId: string): Promise<EhrSubscriptionEntity[]> {
    return manager.findBy(EhrSubscriptionEntity, { clinicId, name: reportSubscription, active: true });
  }

  /** The subscriptions of an account that are on, in all clinics. */
  ofAccount(manager: EntityManager, userId: string): Promise<EhrSubscriptionEntity[]> {
    return manager.findBy(EhrSubscriptionEntity, { userId, name: reportSubscription, active: true });
  }

  /** Whether reports on a patient are on. */
  isActive(key: PatientKey): Promise<boolean> {
    const { clinicId, userId } = key;
    const wanted = { clinicId, userId, name: reportSubscription, active: true };
    return this.database.reader.existsBy(EhrSubscriptionEntity, wanted);
  }
}

/** A patient whose record number has changed may be somebody else to the health record system: all reports end. */
export async function endSubscriptions(
  manager: EntityManager,
  { clinicId, userId }: PatientKey,
): Promise<void> {
  const set = { active: false, updatedTime: now() };
  await manager.update(EhrSubscriptionEntity, { clinicId, userId, active: true }, set);
}
