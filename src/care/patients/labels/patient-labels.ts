import { In, type EntityManager } from 'typeorm';
import { badInput, unprocessable } from '../../../platform/errors';
import { PatientSiteEntity } from './patient-site.entity';
import { PatientTagEntity } from './patient-tag.entity';
import type { PatientEntity } from '../patient.entity';
import { SiteEntity } from './site.entity';
import { TaggingEntity } from './tagging.entity';

type PatientKey = Pick<PatientEntity, 'clinicId' | 'userId'>;

const distinct = (ids: readonly string[]): string[] => [...new Set(ids)];

/** Throws when a tag is listed twice. */
export function assertDistinctTags(tagIds: readonly string[] = []): void {
  if (distinct(tagIds).length === tagIds.length) return;
  const detail = 'A tag is listed twice.';
  const source = { pointer: '/input/tagIds' };
  throw badInput(detail, [{ code: 'value-duplicate', title: 'value is a duplicate', detail, source }]);
}

/** The tags that exist in the clinic, in the given order. */
export async function knownTags(
  manager: EntityManager,
  clinicId: string,
  tagIds: readonly string[],
): Promise<string[]> {
  const found = await manager.findBy(PatientTagEntity, { clinicId, id: In([...tagIds]) });
  const known = new Set(found.map(({ id }) => id));
  return distinct(tagIds).filter((id) => known.has(id));
}

/** The sites that exist in the clinic, in the given order. */
export async function knownSites(
  manager: EntityManager,
  clinicId: string,
  siteIds: readonly string[],
): Promise<string[]> {
  const found = await manager.findBy(SiteEntity, { clinicId, id: In([...siteIds]) });
  const known = new Set(found.map(({ id }) => id));
  return distinct(siteIds).filter((id) => known.has(id));
}

/** `knownSites`. Throws when one of them does not exist in the clinic. */
export async function existingSites(
  manager: EntityManager,
  clinicId: string,
  siteIds: readonly string[],
): Promise<string[]> {
  const known = await knownSites(manager, clinicId, siteIds);
  if (known.length < distinct(siteIds).length)
    throw unprocessable('The clinic has no such site.').about('siteIds');
  return known;
}

/** Replaces the tags of a patient. */
export async function setTags(
  manager: EntityManager,
  { clinicId, userId }: PatientKey,
  tagIds: readonly string[],
): Promise<void> {
  await manager.delete(TaggingEntity, { clinicId, userId });
  const rows = tagIds.map((tagId, place) => ({ clinicId, tagId, userId, place }));
  if (rows.length > 0) await manager.insert(TaggingEntity, rows);
}

/** Replaces the sites of a patient. */
export async function setSites(
  manager: EntityManager,
  { clinicId, userId }: PatientKey,
  siteIds: readonly string[],
): Promise<void> {
  await manager.delete(PatientSiteEntity, { clinicId, userId });
  const rows = siteIds.map((siteId, place) => ({ clinicId, siteId, userId, place }));
  if (rows.length > 0) await manager.insert(PatientSiteEntity, rows);
}
