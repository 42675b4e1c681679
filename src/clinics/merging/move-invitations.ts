import { In, type EntityManager } from 'typeorm';
import type { ConfirmationRecords } from '../../confirmations/confirmation-records.service';
import { invitesOnce } from '../patient-invite.service';
import { PatientEntity } from '../patient.entity';

const open = ['pending', 'declined'] as const;

/**
 * People who wait for an answer of the source get one of the target, where their share code leads, too. Who is a patient
 * of the target, or has invited it, needs no second invitation: that one ends, as do those that were declined.
 */
export async function moveInvitations(
  manager: EntityManager,
  confirmations: ConfirmationRecords,
  { sourceId, targetId }: { sourceId: string; targetId: string },
): Promise<void> {
  const found = await confirmations.find({ clinicId: sourceId, status: In([...open]) }, manager);
  const pending = await confirmations.find({ clinicId: targetId, status: 'pending' }, manager);
  const known = new Set(pending.map(({ creatorId }) => creatorId));
  const ended = [];
  for (const invitation of found) {
    const { creatorId, status } = invitation;
    const isMoved =
      status === 'pending' &&
      creatorId !== null &&
      !known.has(creatorId) &&
      !(await manager.existsBy(PatientEntity, { clinicId: targetId, userId: creatorId }));
    if (!isMoved) ended.push(invitation);
    else {
      known.add(creatorId);
      await confirmations.moveToClinic(manager, invitation, targetId, invitesOnce(creatorId, targetId));
    }
  }
  await confirmations.endAll(manager, ended, open, 'canceled');
}
