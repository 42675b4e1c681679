import type { EntityManager } from 'typeorm';
import { now } from '../../platform/clock';
import type { Database } from '../../platform/database/database';
import { lockPatient } from '../patients/lock-patient';
import type { PatientKey } from '../patients/patient-directory.service';
import type { EhrMessageEntity } from './ehr-message.entity';
import type { EhrMessageService } from './ehr-message.service';
import { EhrSubscriptionEntity, reportSubscription, type MatchedMessage } from './ehr-subscription.entity';

/** Subscriptions of health record systems to reports on patients. */
export class EhrSubscriptionService {
  constructor(
    private readonly database: Database,
    private readonly messages: EhrMessageService,
  ) {}

  /**
   * Turns reports on a patient on or off, as requested by a message from Redox, within a larger transaction. Throws when
   * the patient does not exist.
   */
  async set(
    manager: EntityManager,
    { clinicId, userId }: PatientKey,
    active: boolean,
    { id, dataModel, eventType }: EhrMessageEntity,
  ): Promise<void> {
    const wanted = { name: reportSubscription, provider: 'redox', active } as const;
    const isNew = await this.setWithin(manager, { clinicId, userId }, wanted, { id, dataModel, eventType });
    if (isNew) await this.messages.assign(manager, id, { clinicId, userId });
  }

  /**
   * Turns a subscription on or off within a larger transaction. A patient without a subscription gets one, even to turn
   * it off. Each message counts once: if it arrives again, whatever it requested is ignored and the method returns
   * false. One that arrived before the newest is only noted, as orders may be processed late. Throws when the patient does
   * not exist.
   */
  async setWithin(
    manager: EntityManager,
    { clinicId, userId }: PatientKey,
    { name, provider, active }: Pick<EhrSubscriptionEntity, 'name' | 'provider' | 'active'>,
    message: MatchedMessage,
  ): Promise<boolean> {
    const key = { clinicId, userId, name };
    await lockPatient(this.database, manager, { clinicId, userId });
    const time = now();
    const before = await manager.findOneBy(EhrSubscriptionEntity, key);
    const matched = before?.matchedMessages ?? [];
    if (matched.some(({ id }) => id === message.id)) return false;
    // Ids grow with the arrival.
    const later = matched.filter(({ id }) => id > message.id);
    const isNewest = later.length === 0;
    const earlier = matched.filter(({ id }) => id < message.id);
    const set = {
      ...(isNewest && { active, provider }),
      matchedMessages: [...earlier, isNewest ? { ...message, active } : message, ...later],
      updatedTime: time,
    };
    if (before) await manager.update(EhrSubscriptionEntity, key, set);
    else await manager.insert(EhrSubscriptionEntity, { ...key, ...set, createdTime: time });
    return true;
  }

  /** Active subscriptions of a clinic. */
  ofClinic(manager: EntityManager, clinicId: string): Promise<EhrSubscriptionEntity[]> {
    return manager.findBy(EhrSubscriptionEntity, { clinicId, name: reportSubscription, active: true });
  }

  /** Active subscriptions of an account, in all clinics. */
  ofAccount(manager: EntityManager, userId: string): Promise<EhrSubscriptionEntity[]> {
    return manager.findBy(EhrSubscriptionEntity, { userId, name: reportSubscription, active: true });
  }

  /** A subscription of a patient if it is active; null otherwise. */
  findActive({ clinicId, userId }: PatientKey, name: string): Promise<EhrSubscriptionEntity | null> {
    return this.database.reader.findOneBy(EhrSubscriptionEntity, { clinicId, userId, name, active: true });
  }

  /**
   * Whether an order is the last one that turned reports on a patient on, and they are still on. If another one has since, the
   * earlier order may name a former record number.
   */
  async follows(
    manager: EntityManager,
    { clinicId, userId }: PatientKey,
    messageId: string,
  ): Promise<boolean> {
    const key = { clinicId, userId, name: reportSubscription, active: true };
    const subscription = await manager.findOneBy(EhrSubscriptionEntity, key);
    return subscription?.matchedMessages.at(-1)?.id === messageId;
  }

  /**
   * Turns off all reports on a patient, because a new record number may identify another person in the health record
   * system.
   */
  async endAll(manager: EntityManager, { clinicId, userId }: PatientKey): Promise<void> {
    const set = { active: false, updatedTime: now() };
    await manager.update(EhrSubscriptionEntity, { clinicId, userId, active: true }, set);
  }
}
