import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Ctx, FieldResolver, ID, Info, Mutation, Query, Resolver, Root } from 'type-graphql';
import { badInput, notFound } from '../../../src/platform/errors';
import { operationName } from '../../../src/request/operation-name';
import { isDay } from '../../../src/platform/rules/days';
import { displayName } from '../../../src/identity/metadata/display-name';
import { isCollection, type Collection } from '../../../src/identity/metadata/merge';
import { isCollectionName, type CollectionName } from '../../../src/identity/metadata/metadata.service';
import { RequestContext } from '../../../src/request/request-context';
import { toUser, User } from '../auth/accounts.types';
import {
  AccountPreferences,
  AccountSettings,
  toAccountPreferences,
  toAccountSettings,
} from './account-settings.types';
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

const dayOrUndefined = (value: unknown): string | undefined =>
  typeof value === 'string' && isDay(value) ? value : undefined;

function toPatientProfile(patient: Collection): PatientProfile {
  const devices = patient.targetDevices;
  return Object.assign(new PatientProfile(), {
    isOtherPerson: typeof patient.isOtherPerson === 'boolean' ? patient.isOtherPerson : undefined,
    fullName: textOrUndefined(patient.fullName),
    birthday: dayOrUndefined(patient.birthday),
    diagnosisDate: dayOrUndefined(patient.diagnosisDate),
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

/** What an input changes, as a function of the account. Throws unless it is in exactly one form. */
function readChange(
  context: RequestContext,
  { settings, preferences, collection, patch }: UpdateMetadataInput,
): (userId: string) => Promise<Collection> {
  const { metadata } = context.services;
  const forms = [settings, preferences, patch ?? collection].filter((form) => form !== undefined);
  if (forms.length !== 1)
    throw badInput('Send one of "settings", "preferences" and "patch": each request changes one collection.');
  if (settings) return (userId) => metadata.changeSettings(userId, settings);
  if (preferences) return (userId) => metadata.changePreferences(userId, preferences);
  if (patch === undefined) throw badInput('"patch" is missing: the changes to the collection.');
  if (collection === undefined) throw badInput('"collection" is missing: the name of what "patch" changes.');
  const name = readableName(context, collection);
  return (userId) => metadata.patch(userId, name, patch);
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
      'One metadata collection of an account, as free JSON: applications choose its keys. Those with a known meaning have types in `User.profile`, `accountSettings` and `accountPreferences`. Callers who only share their own data with the account get the full name of its profile.',
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
    const { userId } = input;
    const change = readChange(context, input);
    const [user] = await context.services.accounts.findMany([userId]);
    if (!user) throw notFound('User not found').about('userId');
    return { collection: await change(userId), user: toUser(user) };
  }

  @TakesNoKey('Repeating it changes nothing more.')
  @Mutation(() => EnsurePrivateItemPayload, {
    description: 'An item of an account’s `private` collection; the first request creates it.',
  })
  async ensurePrivateItem(
    @Ctx() context: RequestContext,
    @Arg('input') { userId, name }: EnsurePrivateItemInput,
    @Info() info: GraphQLResolveInfo,
  ): Promise<EnsurePrivateItemPayload> {
    const [user] = await context.services.accounts.findMany([userId]);
    if (!user) throw notFound('User not found').about('userId');
    const { item, isNew } = await context.services.metadata.privateItem(userId, name);
    // The rule has announced a change, which is logged only if it is made.
    const read = { field: 'Mutation.ensurePrivateItem', isChange: false, isAllowed: true };
    if (!isNew) await context.noteAccess(userId, { ...read, operation: operationName(info) });
    return { item };
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

  @FieldResolver(() => AccountSettings, {
    nullable: true,
    description: 'Units, target range and other settings; absent until some are written.',
  })
  async accountSettings(
    @Root() { id }: User,
    @Ctx() context: RequestContext,
  ): Promise<AccountSettings | null> {
    const raw = await context.load(context.services.metadata.settings, id);
    return raw && toAccountSettings(raw);
  }

  @FieldResolver(() => AccountPreferences, {
    nullable: true,
    description: 'Language and other preferences; absent until some are written.',
  })
  async accountPreferences(
    @Root() { id }: User,
    @Ctx() context: RequestContext,
  ): Promise<AccountPreferences | null> {
    const raw = await context.load(context.services.metadata.preferences, id);
    return raw && toAccountPreferences(raw);
  }
}
