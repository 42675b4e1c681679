import { ArgsType, Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { blobOnWire } from '../../../src/records/blobs/blob-on-wire';
import type { BlobEntity, BlobStatus } from '../../../src/records/blobs/blob.entity';
import { pageArguments } from '../../page-arguments';
import { PageInfo } from '../../page-info';
import { DateTime, JsonObject } from '../../scalars';

/** States of blobs in the graph. */
export const BlobStatusName = { CREATED: 'created', AVAILABLE: 'available' } as const;

registerEnumType(BlobStatusName, {
  name: 'BlobStatus',
  description: 'Status of a blob.',
  valuesConfig: {
    CREATED: { description: 'Waiting for its content.' },
    AVAILABLE: { description: 'Has content, which never changes again.' },
  },
});

@ObjectType({ description: 'Binary content of an account that the service does not interpret.' })
export class Blob {
  @Field(() => ID, { description: 'Id of the blob.' })
  id!: string;

  @Field(() => ID, { description: 'Account that the blob belongs to.' })
  userId!: string;

  @Field(() => BlobStatusName, { description: 'Status of the blob.' })
  status!: BlobStatus;

  @Field({ description: 'Media type of the content, such as `application/gzip`.' })
  mediaType!: string;

  @Field({ description: 'MD5 of the content in base64.' })
  digestMD5!: string;

  @Field(() => Int, { description: 'Size of the content in bytes.' })
  size!: number;

  @Field(() => DateTime, { description: 'When the blob was created.' })
  createdTime!: number;

  @Field(() => DateTime, {
    nullable: true,
    description: 'When the blob was last changed; absent if never.',
  })
  modifiedTime!: number | null;

  @Field(() => Int, { description: 'Number of changes.' })
  revision!: number;

  @Field(() => JsonObject, { description: 'The blob as the REST routes return it.' })
  raw!: object;
}

/** Maps a blob to its GraphQL type. */
export function toBlob(blob: BlobEntity): Blob {
  const { id, userId, status, mediaType, digestMD5, size, createdTime, modifiedTime, revision } = blob;
  return Object.assign(new Blob(), {
    id,
    userId,
    status,
    mediaType,
    digestMD5,
    size,
    createdTime,
    modifiedTime,
    revision,
    raw: blobOnWire(blob),
  });
}

@ObjectType({ description: 'A blob and its cursor.' })
export class BlobEdge {
  @Field({ description: 'Cursor of this item, for `after`.' })
  cursor!: string;

  @Field({ description: 'The blob.' })
  node!: Blob;
}

@ObjectType({ description: 'A page of blobs, newest first.' })
export class BlobConnection {
  @Field(() => [BlobEdge], { description: 'The blobs of the page.' })
  edges!: BlobEdge[];

  @Field({ description: 'Pagination details.' })
  pageInfo!: PageInfo;
}

@ArgsType()
export class BlobArguments extends pageArguments('blobs') {
  @Field(() => [String], {
    nullable: true,
    description:
      'Only blobs with exactly these media types: `text/plain` does not match `text/plain; charset=utf-8`. An empty list is refused.',
  })
  mediaTypes?: string[];

  @Field(() => [BlobStatusName], {
    nullable: true,
    description: 'Only blobs with these statuses; those with content if absent. An empty list is refused.',
  })
  statuses?: BlobStatus[];
}

@InputType({ description: 'A blob to create without content.' })
export class CreateBlobInput {
  @Field(() => ID, { description: 'Account that the blob belongs to.' })
  userId!: string;

  @Field({ description: 'Media type of the future content.' })
  mediaType!: string;
}

@ObjectType({ description: 'Result of changing a blob.' })
export class BlobPayload {
  @Field({ description: 'The blob after the change.' })
  blob!: Blob;
}

@InputType({ description: 'A blob to delete.' })
export class DeleteBlobInput {
  @Field(() => ID, { description: 'Id of the blob.' })
  blobId!: string;

  @Field(() => Int, { nullable: true, description: 'Only if this is still its current revision.' })
  revision?: number;
}

@InputType({ description: 'An account whose blobs to delete.' })
export class DeleteBlobsInput {
  @Field(() => ID, { description: 'Id of the account.' })
  userId!: string;
}

@ObjectType({ description: 'Result of a deletion.' })
export class DeleteBlobsPayload {
  @Field(() => Int, { description: 'Number of deleted blobs.' })
  deletedCount!: number;

  @Field(() => [ID], {
    description:
      'The `id` of each deleted blob, by which caches find it; of 1,000 blobs if there were more, so that clients with a cache reload the list.',
  })
  removedIds!: string[];
}
