import { In, type EntityManager } from 'typeorm';
import type { ConfirmationRecords } from '../../identity/confirmations/confirmation-records.service';
import { invitesOnce } from '../clinic-invitations/patient-invite.service';
import type { PatientDirectory } from '../patients/patient-directory.service';

/** Dependencies of the function below. */
interface Parts {
  confirmationRecords: ConfirmationRecords;
  patientDirectory: PatientDirectory;
}

const open = ['pending', 'declined'] as const;

/**
 * Moves open invitations of patients from the source to the target; the share code of the source then leads to the target.
 * Invitations from people who are already patients of the target, or have invited it, end. So do declined invitations, and
 * invitations to work in the source. Requests to claim accounts are the target's from then on.
 */
export async function moveInvitations(
  manager: EntityManager,
  { confirmationRecords: confirmations, patientDirectory }: Parts,
  { sourceId, targetId }: { sourceId: string; targetId: string },
): Promise<void> {
  await confirmations.handOverSignups(manager, { clinicId: sourceId }, { clinicId: targetId });
  const type = 'careteam_invitation';
  const found = await confirmations.find({ clinicId: sourceId, status: In([...open]) }, manager);
  const pending = await confirmations.find({ clinicId: targetId, type, status: 'pending' }, manager);
  const known = new Set(pending.map(({ creatorId }) => creatorId));
  const ended = [];
  for (const invitation of found) {
    const { creatorId } = invitation;
    const isMoved =
      invitation.type === type &&
      invitation.status === 'pending' &&
      creatorId !== null &&
      !known.has(creatorId) &&
      !(await patientDirectory.exists(manager, { clinicId: targetId, userId: creatorId }));
    if (!isMoved) ended.push(invitation);
    else {
      known.add(creatorId);
      await confirmations.moveToClinic(manager, invitation, targetId, invitesOnce(creatorId, targetId));
    }
  }
  await confirmations.endAll(manager, ended, open, 'canceled');
}
