import { newestFirst } from '../../../src/platform/list-part';
import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { BlobUpload } from '../../../src/records/blobs/blob.service';
import { badInput, notFound } from '../../../src/platform/errors';
import { normalizeMediaType } from '../../../src/platform/http/media-type';
import { RequestContext } from '../../../src/request/request-context';
import type { StoredContent } from '../../../src/platform/storage/stored-content';
import { loadUser } from '../../identity/auth/accounts';
import { User } from '../../identity/auth/accounts.types';
import {
  Blob,
  BlobArguments,
  BlobConnection,
  BlobPayload,
  CreateBlobInput,
  DeleteBlobInput,
  DeleteBlobsInput,
  DeleteBlobsPayload,
  toBlob,
} from './blobs.types';
import { keyedPage, pageComplexity } from '../../paging';
import { Repeatable } from '../../repeatable';
import { removed, removedMany, RemovedPayload } from '../../removed-payload';

function checkedMediaType(text: string): string {
  const mediaType = normalizeMediaType(text);
  if (mediaType !== undefined) return mediaType;
  throw badInput(`"${text}" is not a media type such as application/gzip.`).about('mediaType');
}

/** Binary content of accounts. The bytes are transferred over REST. */
@Resolver(() => User)
export class BlobsResolver {
  @Query(() => Blob, { description: 'A blob by its id.' })
  async blob(
    @Ctx() context: RequestContext,
    @Arg('id', () => ID, { description: 'Id of the blob.' }) id: string,
  ): Promise<Blob> {
    const found = await context.load(context.services.blobs.findMany, id);
    if (!found) throw notFound('There is no blob with this id.');
    return toBlob(found);
  }

  @FieldResolver(() => BlobConnection, {
    description: 'The blobs of the account, newest first.',
    complexity: pageComplexity,
  })
  blobs(
    @Root() user: User,
    @Ctx() context: RequestContext,
    @Args(() => BlobArguments) { mediaTypes, statuses = ['available'], ...place }: BlobArguments,
  ): Promise<BlobConnection> {
    if (mediaTypes?.length === 0 || statuses.length === 0) throw badInput('An empty list finds nothing.');
    const filter = { mediaTypes: mediaTypes?.map(checkedMediaType), statuses };
    return keyedPage(
      { field: 'User.blobs', of: user.id, order: newestFirst, counts: true },
      place,
      (part) => context.load(context.services.blobs.lists, { userId: user.id, filter, ...part }),
      toBlob,
    );
  }

  @Repeatable()
  @Mutation(() => BlobPayload, { description: 'Creates a blob without content, which is uploaded later.' })
  async createBlob(
    @Ctx() context: RequestContext,
    @Arg('input') { userId, mediaType }: CreateBlobInput,
  ): Promise<BlobPayload> {
    await loadUser(context, userId);
    const { services, sender } = context;
    return { blob: toBlob(await services.blobs.createEmpty(userId, checkedMediaType(mediaType), sender)) };
  }

  @Mutation(() => RemovedPayload, { description: 'Deletes a blob and its content.' })
  async deleteBlob(
    @Ctx() { services }: RequestContext,
    @Arg('input') { blobId, revision }: DeleteBlobInput,
  ): Promise<RemovedPayload> {
    await services.blobs.delete(blobId, revision);
    return removed(blobId);
  }

  @Mutation(() => DeleteBlobsPayload, { description: 'Deletes all blobs of an account and their content.' })
  async deleteBlobs(
    @Ctx() { services }: RequestContext,
    @Arg('input') { userId }: DeleteBlobsInput,
  ): Promise<DeleteBlobsPayload> {
    return removedMany(await services.blobs.deleteAll(userId));
  }

  /** `createBlob` with its content. Calls `upload` once the account is known to exist. */
  static async createWithContent(
    context: RequestContext,
    { userId }: { userId: string },
    upload: () => BlobUpload,
  ): Promise<Blob> {
    await loadUser(context, userId);
    const { services, sender } = context;
    return toBlob(await services.blobs.create(userId, upload(), sender));
  }

  /** Uploads the content of an existing blob. */
  static async addContent(
    { services }: RequestContext,
    { blobId }: { blobId: string },
    upload: () => BlobUpload,
  ): Promise<Blob> {
    return toBlob(await services.blobs.addContent(blobId, upload));
  }

  /** The content of a blob. */
  static content(
    { services }: RequestContext,
    { blobId }: { blobId: string },
  ): Promise<StoredContent & { mediaType: string }> {
    return services.blobs.read(blobId);
  }
}

/** Edges and URL of a blob. */
@Resolver(() => Blob)
export class BlobContentResolver {
  @FieldResolver(() => String, {
    nullable: true,
    description: 'URL to GET the content from, with the caller’s token; absent without content.',
  })
  contentUrl(@Root() { id, status }: Blob, @Ctx() context: RequestContext): string | null {
    return status === 'available' ? contentAddress(context, id) : null;
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: 'URL to PUT the content to, with its Content-Type; absent once there is content.',
  })
  uploadUrl(@Root() { id, status }: Blob, @Ctx() context: RequestContext): string | null {
    return status === 'created' ? contentAddress(context, id) : null;
  }
}

const contentAddress = ({ services }: RequestContext, id: string): string =>
  `${services.config.BASE_URL}/v1/blobs/${id}/content`;
