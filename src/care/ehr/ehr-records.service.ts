import { In, type EntityManager } from 'typeorm';
import type { ClinicKeeper, HealthRecordExchange, MergePair } from '../clinics/ports';
import type { PatientRecordExchange } from '../patients/ports';
import type { EhrSettings } from '../clinics/settings/ehr-settings';
import type { PatientKey } from '../patients/patient-directory.service';
import { EhrMessageEntity } from './ehr-message.entity';
import { EhrSubscriptionEntity } from './ehr-subscription.entity';
import type { EhrSubscriptionService } from './ehr-subscription.service';
import { OutgoingMessageEntity } from './outgoing-message.entity';
import type { OutgoingService } from './outgoing.service';
import { ScheduledOrderEntity } from './scheduled-order.entity';
import type { SyncTasksService } from './sync-tasks.service';
import { XealthOrderEntity } from './xealth/xealth-order.entity';
import { XealthPreorderEntity } from './xealth/xealth-preorder.entity';
import { XealthViewEntity } from './xealth/xealth-view.entity';

/** Stored data of each patient. */
const thingsOfPatients = [
  EhrSubscriptionEntity,
  ScheduledOrderEntity,
  EhrMessageEntity,
  OutgoingMessageEntity,
  XealthOrderEntity,
  XealthViewEntity,
];

/** Tables whose rows move with the patients to another clinic. */
const tablesOfPatients = [
  'ehr_subscriptions',
  'ehr_scheduled_orders',
  'ehr_messages',
  'ehr_outgoing_messages',
  'xealth_orders',
  'xealth_views',
] as const;

/** Data that ends with a clinic, once it has no patients. */
const thingsOfClinics = [XealthPreorderEntity, XealthOrderEntity, EhrMessageEntity, OutgoingMessageEntity];

/** Follows changes in clinics: data of patients is deleted with them. */
export class EhrRecords implements HealthRecordExchange, PatientRecordExchange, ClinicKeeper {
  constructor(
    private readonly subscriptions: EhrSubscriptionService,
    private readonly syncTasks: SyncTasksService,
    private readonly outgoing: OutgoingService,
  ) {}

  async connectionChanged(
    manager: EntityManager,
    clinicId: string,
    settings: EhrSettings | null,
  ): Promise<void> {
    await this.syncTasks.keep(manager, clinicId, settings);
    if (!settings?.enabled || settings.provider !== 'redox') await this.outgoing.dropAll(manager, clinicId);
  }

  async recordNumberChanged(manager: EntityManager, patient: PatientKey): Promise<void> {
    await this.subscriptions.endAll(manager, patient);
    await this.outgoing.dropReports(manager, patient);
  }

  async patientsLeft(manager: EntityManager, clinicId: string, userIds: readonly string[]): Promise<void> {
    for (const entity of thingsOfPatients)
      await manager.delete(entity, { clinicId, userId: In([...userIds]) });
  }

  async clinicClosed(manager: EntityManager, clinicId: string): Promise<void> {
    for (const entity of thingsOfClinics) await manager.delete(entity, { clinicId });
  }

  async moveAll(manager: EntityManager, { sourceId, targetId }: MergePair): Promise<void> {
    for (const table of tablesOfPatients)
      await manager.query(`UPDATE ${table} SET clinic_id = ? WHERE clinic_id = ?`, [targetId, sourceId]);
    // Forms that wait for their orders move too; if both clinics have a form, that of the target stays.
    await manager.query(
      `DELETE FROM xealth_preorders WHERE clinic_id = ? AND tracking_id IN
        (SELECT tracking_id FROM (SELECT tracking_id FROM xealth_preorders WHERE clinic_id = ?) known)`,
      [sourceId, targetId],
    );
    await manager.query('UPDATE xealth_preorders SET clinic_id = ? WHERE clinic_id = ?', [
      targetId,
      sourceId,
    ]);
  }
}
