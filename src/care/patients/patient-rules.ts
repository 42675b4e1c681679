import { Not, type EntityManager } from 'typeorm';
import { now } from '../../platform/clock';
import { ApiError, badInput } from '../../platform/errors';
import type { ClinicEntity } from '../clinics/clinic.entity';
import { resolvedCountSettings } from '../clinics/settings/patient-limits';
import { isBlank } from '../../platform/rules/texts';
import { mrnDigest } from './patient-fields';
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

/** A unique key for record numbers; null if they need not be unique. */
export const uniqueMrnDigest = ({ mrnSettings }: ClinicEntity, mrn: string | null): string | null =>
  mrnSettings?.unique && mrn ? mrnDigest(mrn) : null;

/** Throws when a clinic may not create another account. The clinic must be locked. */
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
    throw new ApiError('PAYMENT_REQUIRED', 'payment required: patient count exceeds limit').about('clinicId');
}

/**
 * The number of patients that count against the limit: excludes the demo patient, and those with the provider
 * `twiist`.
 */
async function planCount(manager: EntityManager, clinicId: string, demoPatientId: string): Promise<number> {
  return (
    manager
      .createQueryBuilder(PatientEntity, 'p')
      .where({ clinicId, userId: Not(demoPatientId) })
      // Stored as JSON text.
      .andWhere(`(p.dataSources IS NULL OR INSTR(p.dataSources, '"providerName":"twiist"') = 0)`)
      .getCount()
  );
}
