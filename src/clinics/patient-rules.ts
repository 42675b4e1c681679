import { Not, type EntityManager } from 'typeorm';
import { now } from '../clock';
import { ApiError, badInput } from '../errors';
import type { ClinicEntity, PatientCountSettings } from './clinic.entity';
import { isBlank } from '../rules/texts';
import { mrnDigest } from './patient-row';
import { PatientEntity } from './patient.entity';

const refusal = (detail: string) => {
  const source = { pointer: '/input/mrn' };
  return badInput(detail, [{ code: 'value-not-valid', title: 'value is not valid', detail, source }]);
};

/** Whether another patient has a record number that must be unique in the clinic. The clinic must be locked. */
export async function breaksMrnRules(
  manager: EntityManager,
  { id, mrnSettings }: ClinicEntity,
  mrn: string,
  userId: string,
): Promise<boolean> {
  if (!mrnSettings?.unique) return false;
  const others = { clinicId: id, mrnDigest: mrnDigest(mrn), userId: Not(userId) };
  return manager.existsBy(PatientEntity, others);
}

/** Throws when a record number breaks the clinic's rules. The clinic must be locked. */
export async function assertMrn(
  manager: EntityManager,
  clinic: ClinicEntity,
  mrn: string | null,
  userId: string,
): Promise<void> {
  if (clinic.mrnSettings?.required && isBlank(mrn ?? '')) throw refusal('mrn is required');
  if (mrn && (await breaksMrnRules(manager, clinic, mrn, userId))) throw refusal('mrn must be unique');
}

/** What the database lets no second patient of a clinic have; null while record numbers need not be unique. */
export const uniqueMrnDigest = ({ mrnSettings }: ClinicEntity, mrn: string | null): string | null =>
  mrnSettings?.unique && mrn ? mrnDigest(mrn) : null;

/**
 * The limits that hold for a clinic: only the free tier in the United States has any. What was set for others is kept
 * until it counts again.
 */
export const resolvedCountSettings = ({
  country,
  tier,
  patientCountSettings,
}: ClinicEntity): PatientCountSettings =>
  (country === null || country === 'US') && tier === 'tier0100' ? patientCountSettings : {};

/** Throws when a clinic may not open one more account. The clinic must be locked. */
export async function assertBelowLimit(
  manager: EntityManager,
  clinic: ClinicEntity,
  demoPatientId: string,
): Promise<void> {
  const { hardLimit } = resolvedCountSettings(clinic);
  const time = now();
  if (!hardLimit || time < (hardLimit.startTime ?? -Infinity) || time > (hardLimit.endTime ?? Infinity))
    return;
  if ((await planCount(manager, clinic.id, demoPatientId)) >= hardLimit.plan)
    throw new ApiError('PAYMENT_REQUIRED', 'payment required: patient count exceeds limit');
}

/** How many patients count against the limit: not the demo patient, nor those who came with the provider `twiist`. */
async function planCount(manager: EntityManager, clinicId: string, demoPatientId: string): Promise<number> {
  return (
    manager
      .createQueryBuilder(PatientEntity, 'p')
      .where({ clinicId, userId: Not(demoPatientId) })
      // Kept as JSON text.
      .andWhere(`(p.dataSources IS NULL OR INSTR(p.dataSources, '"providerName":"twiist"') = 0)`)
      .getCount()
  );
}
