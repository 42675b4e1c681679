import { In, type EntityManager } from 'typeorm';
import { EhrMessageEntity } from './ehr/ehr-message.entity';
import { EhrSubscriptionEntity } from './ehr/ehr-subscription.entity';
import { OutgoingMessageEntity } from './ehr/outgoing-message.entity';
import { ScheduledOrderEntity } from './ehr/scheduled-order.entity';
import { XealthOrderEntity } from './ehr/xealth/xealth-order.entity';
import { XealthViewEntity } from './ehr/xealth/xealth-view.entity';
import { PatientSiteEntity } from './patient-site.entity';
import { PatientSummaryEntity } from './patient-summary.entity';
import { PatientEntity } from './patient.entity';
import { SummaryPeriodEntity } from './summary-period.entity';
import { TaggingEntity } from './tagging.entity';

/** Few enough parameters for one statement in both dialects. */
const idsAtOnce = 500;

/** Who of these is a patient of a clinic, and what the clinic may do with their accounts. */
export async function findPatients(
  manager: EntityManager,
  clinicId: string,
  userIds: readonly string[],
): Promise<Pick<PatientEntity, 'clinicId' | 'userId' | 'permissions'>[]> {
  const found: PatientEntity[] = [];
  for (let start = 0; start < userIds.length; start += idsAtOnce) {
    const ofPatients = { clinicId, userId: In(userIds.slice(start, start + idsAtOnce)) };
    const select = { clinicId: true, userId: true, permissions: true, id: true } as const;
    found.push(...(await manager.find(PatientEntity, { select, where: ofPatients })));
  }
  return found;
}

/** Takes patients out of a clinic, with all that it has kept of them. Their accounts stay. */
export async function removePatients(
  manager: EntityManager,
  clinicId: string,
  userIds: readonly string[],
): Promise<void> {
  for (let start = 0; start < userIds.length; start += idsAtOnce) {
    const ofPatients = { clinicId, userId: In(userIds.slice(start, start + idsAtOnce)) };
    for (const entity of [
      TaggingEntity,
      PatientSiteEntity,
      PatientSummaryEntity,
      SummaryPeriodEntity,
      EhrSubscriptionEntity,
      ScheduledOrderEntity,
      EhrMessageEntity,
      OutgoingMessageEntity,
      XealthOrderEntity,
      XealthViewEntity,
      PatientEntity,
    ]) {
      await manager.delete(entity, ofPatients);
    }
  }
}
