import type { EntityManager } from 'typeorm';
import { now } from '../../platform/clock';
import { newClinicId } from '../../platform/ids';
import { ClinicDeletionEntity, type ClinicDeletionKind } from './clinic-deletion.entity';

interface Deletions {
  clinicId: string;
  kind: ClinicDeletionKind;
  /** Accounts of the clinicians or patients; null for a clinic. */
  userIds: readonly (string | null)[];
  /** The account that does it; null for trusted servers. */
  deletedBy: string | null;
}

/** Few enough rows for one statement in both dialects. */
const rowsAtOnce = 500;

/**
 * Records who was removed from a clinic, when and by whom, in the same transaction. Like the access log, it outlives
 * the accounts that it names and holds only ids of them.
 */
export async function recordDeletions(
  manager: EntityManager,
  { clinicId, kind, userIds, deletedBy }: Deletions,
): Promise<void> {
  const deletedTime = now();
  for (let start = 0; start < userIds.length; start += rowsAtOnce) {
    const some = userIds.slice(start, start + rowsAtOnce);
    await manager.insert(
      ClinicDeletionEntity,
      some.map((userId) => ({
        clinicId,
        id: newClinicId(deletedTime),
        kind,
        userId,
        deletedBy,
        deletedTime,
      })),
    );
  }
}
