import { freeName, siteNameKey } from '../patients/labels/label-names';
import { mostTags } from '../patients/labels/patient-tag.service';
import type { SiteEntity } from '../patients/labels/site.entity';
import type { Workspace } from './workspace';

/**
 * CREATE: the target gets a tag with this name; SKIP: the target already has one; RETAIN: it is a tag of the target.
 */
export type TagAction = 'CREATE' | 'SKIP' | 'RETAIN';

export interface TagPlan {
  /** Id of the tag in the source; for retained tags, in the target. */
  id: string;
  name: string;
  /** Comparison key of the name; unique within the clinic. */
  nameDigest: string;
  action: TagAction;
  /** Names of the clinics that have the tag. */
  workspaces: string[];
  /** Whether both clinics have the tag. */
  merge: boolean;
  /** The target's tag for patients of the source; absent if it has to be created. */
  targetId?: string;
}

/** MOVE: the site goes to the target; RENAME: under another name; RETAIN: it is a site of the target. */
export type SiteAction = 'MOVE' | 'RENAME' | 'RETAIN';

export interface SitePlan {
  site: SiteEntity;
  action: SiteAction;
  /** Name of the site's current clinic. */
  sourceWorkspace: string;
  /** The name in the target. */
  name: string;
}

/** The target would exceed the maximum number of tags. */
export const tooManyTags = 'Too many tags in target workspace';

/** Whether a merge exceeds the maximum number of tags. */
export const exceedsTags = (tags: readonly TagPlan[]): boolean =>
  tags.some(({ action }) => action === 'CREATE') &&
  tags.filter(({ action }) => action !== 'SKIP').length > mostTags;

/** Tags are equal if they differ only in case and white space. */
export function planTags(source: Workspace, target: Workspace): TagPlan[] {
  const targets = new Map(target.tags.map((tag) => [tag.nameDigest, tag]));
  const sources = new Set(source.tags.map(({ nameDigest }) => nameDigest));
  const [sourceName, targetName] = [source.clinic.name, target.clinic.name];
  return [
    ...source.tags.map(({ id, name, nameDigest }): TagPlan => {
      const known = targets.get(nameDigest);
      const tag = { id, name, nameDigest };
      if (!known) return { ...tag, action: 'CREATE', workspaces: [sourceName], merge: false };
      const workspaces = [sourceName, targetName];
      return { ...tag, action: 'SKIP', workspaces, merge: true, targetId: known.id };
    }),
    ...target.tags.map(({ id, name, nameDigest }): TagPlan => {
      const merge = sources.has(nameDigest);
      const workspaces = merge ? [sourceName, targetName] : [targetName];
      return { id, name, nameDigest, action: 'RETAIN', workspaces, merge, targetId: id };
    }),
  ];
}

/** Sites keep their ids; a site whose name is taken in the target, ignoring case, gets a number. */
export function planSites(source: Workspace, target: Workspace): SitePlan[] {
  const taken = new Set(target.sites.map(({ name }) => siteNameKey(name)));
  const own = new Set(source.sites.map(({ name }) => siteNameKey(name)));
  const moved = source.sites.map((site): SitePlan => {
    const isTaken = taken.has(siteNameKey(site.name));
    // A new name must also differ from the names of other sites of the source.
    const name = freeName(site.name, (each) =>
      each === site.name ? isTaken : taken.has(siteNameKey(each)) || own.has(siteNameKey(each)),
    );
    taken.add(siteNameKey(name));
    return { site, action: isTaken ? 'RENAME' : 'MOVE', sourceWorkspace: source.clinic.name, name };
  });
  const kept = target.sites.map((site): SitePlan => {
    return { site, action: 'RETAIN', sourceWorkspace: target.clinic.name, name: site.name };
  });
  return [...moved, ...kept];
}
