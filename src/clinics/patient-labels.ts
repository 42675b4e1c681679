import { In, type EntityManager } from 'typeorm';
import { badInput, unprocessable } from '../errors';
import { PatientSiteEntity } from './patient-site.entity';
import { PatientTagEntity } from './patient-tag.entity';
import type { PatientEntity } from './patient.entity';
import { SiteEntity } from './site.entity';
import { TaggingEntity } from './tagging.entity';

type PatientKey = Pick<PatientEntity, 'clinicId' | 'userId'>;

const distinct = (ids: readonly string[]): string[] => [...new Set(ids)];

/** Throws when a tag is named twice. */
export function assertDistinctTags(tagIds: readonly string[] = []): void {
  if (distinct(tagIds).length === tagIds.length) return;
  const detail = 'A tag is given twice.';
  const source = { pointer: '/input/tagIds' };
  throw badInput(detail, [{ code: 'value-duplicate', title: 'value is a duplicate', detail, source }]);
}

/** Those of the tags that the clinic has, in the order given. */
export async function knownTags(
  manager: EntityManager,
  clinicId: string,
  tagIds: readonly string[],
): Promise<string[]> {
  const found = await manager.findBy(PatientTagEntity, { clinicId, id: In([...tagIds]) });
  const known = new Set(found.map(({ id }) => id));
  return distinct(tagIds).filter((id) => known.has(id));
}

/** Those of the sites that the clinic has, in the order given. */
export async function knownSites(
  manager: EntityManager,
  clinicId: string,
  siteIds: readonly string[],
): Promise<string[]> {
  const found = await manager.findBy(SiteEntity, { clinicId, id: In([...siteIds]) });
  const known = new Set(found.map(({ id }) => id));
  return distinct(siteIds).filter((id) => known.has(id));
}

/** `knownSites`. Throws when the clinic has one of them not. */
export async function existingSites(
  manager: EntityManager,
  clinicId: string,
  siteIds: readonly string[],
): Promise<string[]> {
  const known = await knownSites(manager, clinicId, siteIds);
  if (known.length < distinct(siteIds).length) throw unprocessable('The clinic has no such site.');
  return known;
}

/** Gives a patient these tags in place of those that it has. */
export async function setTags(
  manager: EntityManager,
  { clinicId, userId }: PatientKey,
  tagIds: readonly string[],
): Promise<void> {
  await manager.delete(TaggingEntity, { clinicId, userId });
  const rows = tagIds.map((tagId, place) => ({ clinicId, tagId, userId, place }));
  if (rows.length > 0) await manager.insert(TaggingEntity, rows);
}

/** Gives a patient these sites in place of those that it has. */
export async function setSites(
  manager: EntityManager,
  { clinicId, userId }: PatientKey,
  siteIds: readonly string[],
): Promise<void> {
  await manager.delete(PatientSiteEntity, { clinicId, userId });
  const rows = siteIds.map((siteId, place) => ({ clinicId, siteId, userId, place }));
  if (rows.length > 0) await manager.insert(PatientSiteEntity, rows);
}
