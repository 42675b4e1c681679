import { In, type EntityManager } from 'typeorm';
import { now } from '../../platform/clock';
import { isDuplicateKey } from '../../platform/database/database';
import { conflict } from '../../platform/errors';
import { ClinicEntity } from './clinic.entity';
import { ClinicianEntity } from './people/clinician.entity';
import { recordDeletions } from './record-deletions';

/** A clinic with its members. */
export interface ClinicContent {
  clinic: ClinicEntity;
  clinicians: ClinicianEntity[];
}

/** What one clinic (the source) hands over to another (the target), apart from patients. */
export interface ClinicHandover {
  source: ClinicEntity;
  target: ClinicEntity;
  /** Members of both clinics; their records in the source are deleted. */
  knownClinicians: Pick<ClinicianEntity, 'id' | 'userId'>[];
}

/** Reads all members of a clinic at once, and hands them over to another clinic. */
export class ClinicContents {
  /** Reads the current members of a clinic. */
  async read(manager: EntityManager, clinic: ClinicEntity): Promise<ClinicContent> {
    const where = { clinicId: clinic.id };
    return { clinic, clinicians: await manager.find(ClinicianEntity, { where, order: { id: 'ASC' } }) };
  }

  /**
   * Moves members and share codes from the source to the target and closes the source, whose patients have moved
   * before. Throws a conflict when addresses of clinicians clash.
   */
  async handOver(manager: EntityManager, handover: ClinicHandover): Promise<void> {
    const { source, target } = handover;
    await moveClinicians(manager, handover);
    await manager.query('UPDATE clinic_share_codes SET clinic_id = ? WHERE clinic_id = ?', [
      target.id,
      source.id,
    ]);
    await manager.delete(ClinicEntity, { id: source.id });
    await recordDeletions(manager, { clinicId: source.id, kind: 'clinic', userIds: [null], deletedBy: null });
    await manager.update(ClinicEntity, { id: target.id }, { updatedTime: now() });
  }
}

async function moveClinicians(
  manager: EntityManager,
  { source, target, knownClinicians }: ClinicHandover,
): Promise<void> {
  const ids = knownClinicians.map(({ id }) => id);
  if (ids.length > 0) await manager.delete(ClinicianEntity, { clinicId: source.id, id: In(ids) });
  const userIds = knownClinicians.map(({ userId }) => userId);
  await recordDeletions(manager, { clinicId: source.id, kind: 'clinician', userIds, deletedBy: null });
  try {
    await manager.query('UPDATE clinicians SET clinic_id = ? WHERE clinic_id = ?', [target.id, source.id]);
  } catch (error) {
    // An address changed after the plan was computed.
    throw isDuplicateKey(error)
      ? conflict(
          'A clinician of the source has the address of another clinician of the target, or of an invitation.',
        )
      : error;
  }
}
