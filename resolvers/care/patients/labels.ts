import { Arg, Ctx, FieldResolver, Int, Mutation, Resolver, Root } from 'type-graphql';
import { noSuchTag } from '../../../src/care/patients/labels/patient-tag.service';
import { noSuchSite } from '../../../src/care/patients/labels/site.service';
import { RequestContext } from '../../../src/request/request-context';
import {
  ConvertTagToSiteInput,
  CreatePatientTagInput,
  CreateSiteInput,
  MergeSitesInput,
  PatientTag,
  PatientTagPayload,
  RemovePatientTagInput,
  RemoveSiteInput,
  RenamePatientTagInput,
  RenameSiteInput,
  SitePayload,
  TagPatientsInput,
  TagPatientsPayload,
  type UncountedTag,
} from './labels.types';
import type { Cost } from '../../paging';
import { payloadEdges } from '../../payload-edges';
import { Repeatable } from '../../repeatable';
import { Patient, toPatient } from './patients.types';
import { removed, RemovedPayload } from '../../removed-payload';

/** Tags of patients. */
@Resolver(() => PatientTag)
export class PatientTagResolver {
  @FieldResolver(() => Int, { description: 'Current number of patients with this tag or at this site.' })
  async numPatients(@Root() tag: PatientTag | UncountedTag, @Ctx() context: RequestContext): Promise<number> {
    if ('numPatients' in tag) return tag.numPatients;
    const counted = await context.load(context.services.patientTags.ofClinics, tag.clinicId);
    return counted.find(({ id }) => id === tag.id)?.numPatients ?? 0;
  }
}

/** The payload for a tag that an earlier request has created. */
async function tagAgain(
  context: RequestContext,
  created: string,
  { clinicId }: CreatePatientTagInput,
): Promise<PatientTagPayload> {
  const tags = await context.load(context.services.patientTags.ofClinics, clinicId);
  const tag = tags.find(({ id }) => id === created);
  if (!tag) throw noSuchTag();
  return { tag };
}

/** The payload for a site that an earlier request has created. */
async function siteAgain(
  context: RequestContext,
  created: string,
  { clinicId }: { clinicId: string },
): Promise<SitePayload> {
  const sites = await context.load(context.services.sites.ofClinics, clinicId);
  const site = sites.find(({ id }) => id === created);
  if (!site) throw noSuchSite();
  return { site };
}

/** The payload for a tag that an earlier request has converted. */
const convertedAgain = async (
  context: RequestContext,
  created: string,
  input: ConvertTagToSiteInput,
): Promise<SitePayload> => ({ ...(await siteAgain(context, created, input)), removedId: input.tagId });

/** Number of items that a list without pages counts as. */
const plainList = 10;

/** As many patients may be returned as are named. */
const taggingComplexity = ({ args, childComplexity }: Cost<{ input?: TagPatientsInput }>): number =>
  1 + Math.ceil(Math.max(1, (args.input?.patientIds?.length ?? 0) / plainList) * childComplexity);

/** The tag and the patients after a change. */
export const TagPatientsEdges = payloadEdges(TagPatientsPayload, {
  tag: {
    type: () => PatientTag,
    description: 'The tag after the change; absent if there is none.',
    load: async ({ clinicId, tagId }, context) => {
      const tags = await context.load(context.services.patientTags.namesOfClinics, clinicId);
      const tag = tags.find(({ id }) => id === tagId);
      return tag ? { ...tag, clinicId } : null;
    },
  },
  patients: {
    type: () => [Patient],
    description:
      'The named patients after the change, without accounts that are not patients of the clinic. Absent if none were named.',
    load: async ({ clinicId, patientIds }, context) => {
      if (!patientIds) return null;
      const { findMany } = context.services.patientDirectory;
      const found = patientIds.map((userId) => context.load(findMany, { clinicId, userId }));
      return (await Promise.all(found)).flatMap((record) => (record ? [toPatient(record)] : []));
    },
  },
});

/** Tags and sites of clinics. */
@Resolver()
export class ClinicLabelsResolver {
  @Repeatable(tagAgain)
  @Mutation(() => PatientTagPayload, {
    description: 'Creates a tag for the patients of a clinic. A clinic can have at most 50.',
  })
  async createPatientTag(
    @Ctx() { services }: RequestContext,
    @Arg('input') { clinicId, name }: CreatePatientTagInput,
  ): Promise<PatientTagPayload> {
    return { tag: await services.patientTags.create(clinicId, name) };
  }

  @Mutation(() => PatientTagPayload, { description: 'Renames a tag.' })
  async renamePatientTag(
    @Ctx() { services }: RequestContext,
    @Arg('input') { clinicId, tagId, name }: RenamePatientTagInput,
  ): Promise<PatientTagPayload> {
    return { tag: await services.patientTags.rename({ clinicId, id: tagId }, name) };
  }

  @Mutation(() => RemovedPayload, {
    description: 'Deletes a tag and removes it from all patients of the clinic.',
  })
  async removePatientTag(
    @Ctx() { services }: RequestContext,
    @Arg('input') { clinicId, tagId }: RemovePatientTagInput,
  ): Promise<RemovedPayload> {
    await services.patientTags.remove({ clinicId, id: tagId });
    return removed(tagId);
  }

  @Mutation(() => TagPatientsPayload, {
    description: 'Assigns a tag to patients. Accounts that are not patients of the clinic are ignored.',
    complexity: taggingComplexity,
  })
  async assignPatientTag(
    @Ctx() { services }: RequestContext,
    @Arg('input') { clinicId, tagId, patientIds }: TagPatientsInput,
  ): Promise<TagPatientsPayload> {
    await services.patientTags.assign({ clinicId, id: tagId }, patientIds ?? null);
    return { done: true, clinicId, tagId, patientIds };
  }

  @Mutation(() => TagPatientsPayload, {
    description: 'Removes a tag from patients.',
    complexity: taggingComplexity,
  })
  async unassignPatientTag(
    @Ctx() { services }: RequestContext,
    @Arg('input') { clinicId, tagId, patientIds }: TagPatientsInput,
  ): Promise<TagPatientsPayload> {
    await services.patientTags.unassign({ clinicId, id: tagId }, patientIds ?? null);
    return { done: true, clinicId, tagId, patientIds };
  }

  @Repeatable(siteAgain)
  @Mutation(() => SitePayload, { description: 'Creates a site of a clinic. A clinic can have at most 50.' })
  async createSite(
    @Ctx() { services }: RequestContext,
    @Arg('input') { clinicId, name }: CreateSiteInput,
  ): Promise<SitePayload> {
    return { site: await services.sites.create(clinicId, name) };
  }

  @Mutation(() => SitePayload, { description: 'Renames a site.' })
  async renameSite(
    @Ctx() { services }: RequestContext,
    @Arg('input') { clinicId, siteId, name }: RenameSiteInput,
  ): Promise<SitePayload> {
    return { site: await services.sites.rename({ clinicId, id: siteId }, name) };
  }

  @Mutation(() => SitePayload, {
    description: 'Moves all patients of one site to another and deletes the first. For trusted servers.',
  })
  async mergeSites(
    @Ctx() { services }: RequestContext,
    @Arg('input') { clinicId, siteId, sourceId }: MergeSitesInput,
  ): Promise<SitePayload> {
    const site = await services.siteChanges.merge({ clinicId, id: siteId }, sourceId);
    return { site, removedId: sourceId };
  }

  @Repeatable(convertedAgain)
  @Mutation(() => SitePayload, {
    description:
      'Converts a tag to a site; its patients get the site instead of the tag. For trusted servers.',
  })
  async convertTagToSite(
    @Ctx() { services }: RequestContext,
    @Arg('input') { clinicId, tagId }: ConvertTagToSiteInput,
  ): Promise<SitePayload> {
    return { site: await services.siteChanges.replaceTag({ clinicId, id: tagId }), removedId: tagId };
  }

  @Mutation(() => RemovedPayload, {
    description: 'Deletes a site and removes it from all patients of the clinic.',
  })
  async removeSite(
    @Ctx() { services }: RequestContext,
    @Arg('input') { clinicId, siteId }: RemoveSiteInput,
  ): Promise<RemovedPayload> {
    await services.sites.remove({ clinicId, id: siteId });
    return removed(siteId);
  }
}
