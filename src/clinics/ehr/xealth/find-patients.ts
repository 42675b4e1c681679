import type { EntityManager } from 'typeorm';
import { unprocessable } from '../../../errors';
import { mrnDigest } from '../../patient-row';
import { PatientEntity } from '../../patient.entity';
import type { XealthPerson } from './event';

/** More patients of one record number than anybody would look through. */
const most = 100;

/** The patients of a clinic with a record number; case and accents do not count. */
export const patientsWithMrn = (
  manager: EntityManager,
  clinicId: string,
  mrn: string,
): Promise<PatientEntity[]> =>
  manager.find(PatientEntity, {
    where: { clinicId, mrnDigest: mrnDigest(mrn) },
    order: { id: 'ASC' },
    take: most,
  });

/** The patient with the record number and the birthday, or null. Throws when there are several. */
export async function findPatient(
  manager: EntityManager,
  clinicId: string,
  person: XealthPerson,
): Promise<PatientEntity | null> {
  return onlyBorn(await patientsWithMrn(manager, clinicId, person.mrn), person);
}

/** The one of these patients who was born that day, or null. Throws when there are several. */
export function onlyBorn(
  patients: readonly PatientEntity[],
  { birthDate }: Pick<XealthPerson, 'birthDate'>,
): PatientEntity | null {
  const [found = null, ...others] = patients.filter((patient) => patient.birthDate === birthDate);
  if (others.length > 0)
    throw unprocessable('Several patients of the clinic have this record number and birthday.');
  return found;
}
