import { Arg, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import { notFound } from '../src/errors';
import { isCollection, type Collection } from '../src/metadata/merge';
import { isCollectionName, type CollectionName } from '../src/metadata/metadata.service';
import { RequestContext } from '../src/request/request-context';
import { User } from './accounts.types';
import { PatientProfile, Profile, UpdateMetadataInput, UpdateMetadataPayload } from './metadata.types';
import { JsonObject } from './scalars';

/** The collections that the service names to its clients, in the order that they know. */
const announcedCollections = ['profile', 'groups', 'private'];

/** `private` belongs to trusted servers; to everybody else it does not exist. */
function readableName(context: RequestContext, name: string): CollectionName {
  if (!isCollectionName(name) || (name === 'private' && context.caller.kind !== 'server')) {
    throw notFound(`There is no collection ${name}.`);
  }
  return name;
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

function toPatientProfile(patient: Collection): PatientProfile {
  const devices = patient.targetDevices;
  return Object.assign(new PatientProfile(), {
    birthday: textOf(patient.birthday),
    diagnosisDate: textOf(patient.diagnosisDate),
    diagnosisType: textOf(patient.diagnosisType),
    biologicalSex: textOf(patient.biologicalSex),
    targetDevices: Array.isArray(devices)
      ? devices.filter((device) => typeof device === 'string')
      : undefined,
    targetTimezone: textOf(patient.targetTimezone),
    about: textOf(patient.about),
    mrn: textOf(patient.mrn),
  });
}

/** Clients write what they like into a profile; the graph shows what has the expected form, and the rest as `raw`. */
const toProfile = (raw: Collection): Profile => ({
  raw,
  fullName: textOf(raw.fullName),
  patient: isCollection(raw.patient) ? toPatientProfile(raw.patient) : undefined,
});

/** Free-form facts about accounts. */
@Resolver(() => User)
export class MetadataResolver {
  @Query(() => [String], { description: 'Names of the collections of metadata that clients may use.' })
  metadataCollections(): string[] {
    return announcedCollections;
  }

  @Query(() => JsonObject, {
    description:
      'One collection of an account. Who is related to the account only in the other direction gets the full name of its profile.',
  })
  async metadata(
    @Ctx() context: RequestContext,
    @Arg('userId', () => ID, { description: 'Account that the collection belongs to.' }) userId: string,
    @Arg('collection', { description: 'Name of the collection.' }) name: string,
  ): Promise<Collection> {
    const content = await context.services.metadata.read(userId, readableName(context, name));
    if (context.caller.kind === 'server' || (await context.permissionsOn(userId)).size > 0) return content;
    return typeof content.fullName === 'string' ? { fullName: content.fullName } : {};
  }

  @Mutation(() => UpdateMetadataPayload, {
    description: 'Changes a collection of metadata; the first change creates it.',
  })
  async updateMetadata(
    @Ctx() context: RequestContext,
    @Arg('input') input: UpdateMetadataInput,
  ): Promise<UpdateMetadataPayload> {
    const name = readableName(context, input.collection);
    const [user] = await context.services.accounts.findMany([input.userId]);
    if (!user) throw notFound('User not found');
    return { collection: await context.services.metadata.patch(input.userId, name, input.patch) };
  }

  @FieldResolver(() => Profile, {
    nullable: true,
    description: 'Who this is; absent until a profile was written.',
  })
  async profile(@Root() user: User, @Ctx() context: RequestContext): Promise<Profile | null> {
    const raw = await context.load(context.services.metadata.profiles, user.id);
    return raw && toProfile(raw);
  }
}
