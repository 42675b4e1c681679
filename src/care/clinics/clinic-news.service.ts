import { IsNull, Not, type EntityManager } from 'typeorm';
import type { AuditService } from '../../identity/audit/audit.service';
import type { EventService } from '../../platform/events/event.service';
import {
  clinicianInvitationEvents,
  clinicInvitationEvents,
  patientCountEvents,
  patientListEvents,
} from './clinic-events';
import type { Permission } from '../../identity/permission';
import { ClinicianEntity } from './people/clinician.entity';

/** Above this number, the event covers all patients. */
const mostPatients = 100;

/** Publishes events of clinics after the commit. */
export class ClinicNews {
  constructor(
    private readonly events: EventService,
    private readonly audit: AuditService,
  ) {}

  /** A clinic's permissions on a patient's account have changed; logs the change. */
  permissionsChanged(
    manager: EntityManager,
    { clinicId, userId }: { clinicId: string; userId: string },
    before: readonly Permission[],
    after: readonly Permission[],
  ): void {
    const change = { memberId: null, clinicId, before: [...before], after: [...after] };
    this.audit.recordShareChange(manager, userId, change);
  }

  /** These patients of a clinic were added, changed or removed; null means many. */
  patientsChanged(manager: EntityManager, clinicId: string, userIds: readonly string[] | null): void {
    const named = userIds && userIds.length <= mostPatients ? userIds : [null];
    for (const userId of named)
      this.events.publish(manager, patientListEvents(clinicId), { clinicId, userId });
  }

  /** The patients of a clinic or their data sources have changed: recount them. */
  patientCountChanged(manager: EntityManager, clinicId: string): void {
    this.events.publish(manager, patientCountEvents(clinicId), { clinicId });
  }

  /** The data sources of a patient have changed, or will. */
  patientSourcesChanged(
    manager: EntityManager,
    { clinicId, userId }: { clinicId: string; userId: string },
  ): void {
    this.patientsChanged(manager, clinicId, [userId]);
    this.patientCountChanged(manager, clinicId);
  }

  /** Invitations from or to a clinic were sent, answered or canceled. */
  invitationsChanged(manager: EntityManager, clinicId: string): void {
    this.events.publish(manager, clinicInvitationEvents(clinicId), { clinicId });
  }

  /** The invitations to work in clinics that an account can answer have changed; null for an unknown account. */
  receivedInvitationsChanged(manager: EntityManager, userId: string | null): void {
    if (userId !== null) this.events.publish(manager, clinicianInvitationEvents(userId), { userId });
  }

  /** A member lost permissions in a clinic, or all of them. */
  clinicianLostAccess(manager: EntityManager, userId: string | null): void {
    if (userId !== null) this.events.accessChanged(manager, userId);
  }

  /** All members of a clinic lost permissions on a patient's account. */
  async clinicLostAccess(manager: EntityManager, clinicId: string): Promise<void> {
    const people = await manager.find(ClinicianEntity, {
      select: { userId: true },
      where: { clinicId, userId: Not(IsNull()) },
    });
    for (const { userId } of people) this.clinicianLostAccess(manager, userId);
  }
}
