import { freeName } from '../free-name';
import { siteNameKey } from '../label-names';
import { mostTags } from '../patient-tag.service';
import type { SiteEntity } from '../site.entity';
import type { Workspace } from './workspace';

/** CREATE: the target gets a tag of this name; SKIP: it has one; RETAIN: it is a tag of the target. */
export type TagAction = 'CREATE' | 'SKIP' | 'RETAIN';

export interface TagPlan {
  /** Of the source, or of the target for those that stay. */
  id: string;
  name: string;
  /** What the name is compared by; none of the other tags of its clinic has it. */
  nameDigest: string;
  action: TagAction;
  /** Names of the clinics that have the tag. */
  workspaces: string[];
  /** Both clinics have it. */
  merge: boolean;
  /** The tag of the target that patients of the source get; absent for one that is yet to be made. */
  targetId?: string;
}

/** MOVE: the site goes to the target; RENAME: under another name; RETAIN: it is a site of the target. */
export type SiteAction = 'MOVE' | 'RENAME' | 'RETAIN';

export interface SitePlan {
  site: SiteEntity;
  action: SiteAction;
  /** Name of the clinic that the site is of now. */
  sourceWorkspace: string;
  /** The name in the target. */
  name: string;
}

/** The target would have more tags than a clinic may have. */
export const tooManyTags = 'Too many tags in target workspace';

/** True when a merge brings more tags than a clinic may have. */
export const exceedsTags = (tags: readonly TagPlan[]): boolean =>
  tags.some(({ action }) => action === 'CREATE') &&
  tags.filter(({ action }) => action !== 'SKIP').length > mostTags;

/** Tags are the same when neither case nor blanks tell them apart. */
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

/** Sites keep their ids; one whose name is taken in the target, in whatever case, gets a number. */
export function planSites(source: Workspace, target: Workspace): SitePlan[] {
  const taken = new Set(target.sites.map(({ name }) => siteNameKey(name)));
  const own = new Set(source.sites.map(({ name }) => siteNameKey(name)));
  const moved = source.sites.map((site): SitePlan => {
    const isTaken = taken.has(siteNameKey(site.name));
    // A new name must not be that of another site of the source either.
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
