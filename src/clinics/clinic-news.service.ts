import { IsNull, Not, type EntityManager } from 'typeorm';
import type { AuditService } from '../audit/audit.service';
import type { EventService } from '../events/event.service';
import {
  clinicianInvitationEvents,
  clinicInvitationEvents,
  patientCountEvents,
  patientListEvents,
} from './clinic-events';
import type { PatientPermission } from './patient-permission';
import { ClinicianEntity } from './clinician.entity';

/** More patients than these are told of as many. */
const mostPatients = 100;

/** Tells of what happens in clinics, once it is committed. */
export class ClinicNews {
  constructor(
    private readonly events: EventService,
    private readonly audit: AuditService,
  ) {}

  /** What a clinic may do with the account of a patient has changed; it goes on record there. */
  permissionsChanged(
    manager: EntityManager,
    { clinicId, userId }: { clinicId: string; userId: string },
    before: readonly PatientPermission[],
    after: readonly PatientPermission[],
  ): void {
    const change = { memberId: null, clinicId, before: [...before], after: [...after] };
    this.audit.recordShareChange(manager, userId, change);
  }

  /** These patients of a clinic came, changed or left; null stands for many. */
  patientsChanged(manager: EntityManager, clinicId: string, userIds: readonly string[] | null): void {
    const told = userIds && userIds.length <= mostPatients ? userIds : [null];
    for (const userId of told)
      this.events.publish(manager, patientListEvents(clinicId), { clinicId, userId });
  }

  /** Patients of a clinic came or left, or their sources of data changed: it is to be counted anew. */
  patientCountChanged(manager: EntityManager, clinicId: string): void {
    this.events.publish(manager, patientCountEvents(clinicId), { clinicId });
  }

  /** The data of a patient come from somewhere else, or are to. */
  patientSourcesChanged(
    manager: EntityManager,
    { clinicId, userId }: { clinicId: string; userId: string },
  ): void {
    this.patientsChanged(manager, clinicId, [userId]);
    this.patientCountChanged(manager, clinicId);
  }

  /** Invitations of a clinic, or to it, were sent, answered or called off. */
  invitationsChanged(manager: EntityManager, clinicId: string): void {
    this.events.publish(manager, clinicInvitationEvents(clinicId), { clinicId });
  }

  /** An account can answer other invitations to work in clinics than before; null for an account that is not known. */
  receivedInvitationsChanged(manager: EntityManager, userId: string | null): void {
    if (userId !== null) this.events.publish(manager, clinicianInvitationEvents(userId), { userId });
  }

  /** Somebody may do less in a clinic than before, or nothing any more. */
  clinicianLostAccess(manager: EntityManager, userId: string | null): void {
    if (userId !== null) this.events.accessChanged(manager, userId);
  }

  /** Everybody who works in a clinic may do less than before with the account of a patient. */
  async clinicLostAccess(manager: EntityManager, clinicId: string): Promise<void> {
    const people = await manager.find(ClinicianEntity, {
      select: { userId: true },
      where: { clinicId, userId: Not(IsNull()) },
    });
    for (const { userId } of people) this.clinicianLostAccess(manager, userId);
  }
}
