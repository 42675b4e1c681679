import { Arg, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import { notFound } from '../../../src/platform/errors';
import { displayName } from '../../../src/identity/metadata/display-name';
import { isCollection, type Collection } from '../../../src/identity/metadata/merge';
import { isCollectionName, type CollectionName } from '../../../src/identity/metadata/metadata.service';
import { RequestContext } from '../../../src/request/request-context';
import { User } from '../auth/accounts.types';
import {
  EnsurePrivateItemInput,
  EnsurePrivateItemPayload,
  PatientProfile,
  Profile,
  UpdateMetadataInput,
  UpdateMetadataPayload,
} from './metadata.types';
import { JsonObject } from '../../scalars';
import { TakesNoKey } from '../../repeatable';

/** Names of the collections, in an order that clients know. */
const announcedCollections = ['profile', 'groups', 'private'];

/** `private` is only visible to trusted servers. */
export function readableName(context: RequestContext, name: string): CollectionName {
  if (!isCollectionName(name) || (name === 'private' && context.caller.kind !== 'server')) {
    throw notFound(`There is no collection ${name}.`);
  }
  return name;
}

const textOrUndefined = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined;

function toPatientProfile(patient: Collection): PatientProfile {
  const devices = patient.targetDevices;
  return Object.assign(new PatientProfile(), {
    isOtherPerson: typeof patient.isOtherPerson === 'boolean' ? patient.isOtherPerson : undefined,
    fullName: textOrUndefined(patient.fullName),
    birthday: textOrUndefined(patient.birthday),
    diagnosisDate: textOrUndefined(patient.diagnosisDate),
    diagnosisType: textOrUndefined(patient.diagnosisType),
    biologicalSex: textOrUndefined(patient.biologicalSex),
    targetDevices: Array.isArray(devices)
      ? devices.filter((device) => typeof device === 'string')
      : undefined,
    targetTimezone: textOrUndefined(patient.targetTimezone),
    about: textOrUndefined(patient.about),
    mrn: textOrUndefined(patient.mrn),
  });
}

/** Profiles are free-form. The graph shows fields of the expected type, and everything as `raw`. */
export const toProfile = (raw: Collection): Profile => ({
  raw,
  fullName: textOrUndefined(raw.fullName),
  displayName: displayName(raw),
  patient: isCollection(raw.patient) ? toPatientProfile(raw.patient) : undefined,
});

/** Accounts that are related only in the opposite direction see no more than the full name of the profile. */
async function shownTo(context: RequestContext, userId: string, content: Collection): Promise<Collection> {
  if (context.caller.kind === 'server' || (await context.permissionsOn(userId)).size > 0) return content;
  return Object.hasOwn(content, 'fullName') ? { fullName: content.fullName } : {};
}

/** Free-form metadata of accounts. */
@Resolver(() => User)
export class MetadataResolver {
  @Query(() => [String], { description: 'Names of the metadata collections that clients may use.' })
  metadataCollections(): string[] {
    return announcedCollections;
  }

  @Query(() => JsonObject, {
    description:
      'One metadata collection of an account. Callers who only share their own data with the account get the full name of its profile.',
  })
  async metadata(
    @Ctx() context: RequestContext,
    @Arg('userId', () => ID, { description: 'Account that the collection belongs to.' }) userId: string,
    @Arg('collection', { description: 'Name of the collection.' }) name: string,
  ): Promise<Collection> {
    return shownTo(
      context,
      userId,
      await context.services.metadata.read(userId, readableName(context, name)),
    );
  }

  @Mutation(() => UpdateMetadataPayload, {
    description: 'Changes a metadata collection, and creates it if needed.',
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

  @TakesNoKey('Repeating it changes nothing more.')
  @Mutation(() => EnsurePrivateItemPayload, {
    description: 'An item of an account’s `private` collection; the first request creates it.',
  })
  async ensurePrivateItem(
    @Ctx() { services }: RequestContext,
    @Arg('input') { userId, name }: EnsurePrivateItemInput,
  ): Promise<EnsurePrivateItemPayload> {
    const [user] = await services.accounts.findMany([userId]);
    if (!user) throw notFound('User not found');
    return { item: await services.metadata.privateItem(userId, name) };
  }

  @FieldResolver(() => Profile, {
    nullable: true,
    description:
      'The profile; absent until one is written. Callers who only share their own data with this person get the full name.',
  })
  async profile(@Root() user: User, @Ctx() context: RequestContext): Promise<Profile | null> {
    const raw = await context.load(context.services.metadata.profiles, user.id);
    return raw && toProfile(await shownTo(context, user.id, raw));
  }
}
