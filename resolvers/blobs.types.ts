import { ArgsType, Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { blobOnWire } from '../src/blobs/blob-on-wire';
import type { BlobEntity, BlobStatus } from '../src/blobs/blob.entity';
import { PageInfo } from './page-info';
import { DateTime, JsonObject } from './scalars';

/** States of blobs as the graph spells them. */
export const BlobStatusName = { CREATED: 'created', AVAILABLE: 'available' } as const;

registerEnumType(BlobStatusName, {
  name: 'BlobStatus',
  description: 'Whether a blob has content.',
  valuesConfig: {
    CREATED: { description: 'It waits for its content.' },
    AVAILABLE: { description: 'It has content, which never changes again.' },
  },
});

@ObjectType({ description: 'Binary content of an account in a form that only its maker understands.' })
export class Blob {
  @Field(() => ID, { description: 'Id of the blob.' })
  id!: string;

  @Field(() => ID, { description: 'Account that the blob belongs to.' })
  userId!: string;

  @Field(() => BlobStatusName, { description: 'Whether the blob has content.' })
  status!: BlobStatus;

  @Field({ description: 'Media type of the content, such as `application/gzip`.' })
  mediaType!: string;

  @Field({ description: 'MD5 of the content in base64.' })
  digestMD5!: string;

  @Field(() => Int, { description: 'Bytes of the content.' })
  size!: number;

  @Field(() => DateTime, { description: 'When the blob was created.' })
  createdTime!: number;

  @Field(() => DateTime, {
    nullable: true,
    description: 'When the blob was last changed; absent until then.',
  })
  modifiedTime!: number | null;

  @Field(() => Int, { description: 'How many changes there were.' })
  revision!: number;

  @Field(() => JsonObject, { description: 'The blob as the REST routes return it.' })
  raw!: object;
}

/** The blob as the graph shows it. */
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

@ObjectType({ description: 'A blob and its place in the list.' })
export class BlobEdge {
  @Field({ description: 'The place, for `after`.' })
  cursor!: string;

  @Field({ description: 'The blob.' })
  node!: Blob;
}

@ObjectType({ description: 'A page of blobs, newest first.' })
export class BlobConnection {
  @Field(() => [BlobEdge], { description: 'The blobs of the page.' })
  edges!: BlobEdge[];

  @Field({ description: 'Where the page stands in the list.' })
  pageInfo!: PageInfo;
}

@ArgsType()
export class BlobArguments {
  @Field(() => Int, { description: 'How many blobs at most, up to 1,000.', defaultValue: 20 })
  first!: number;

  @Field(() => String, { nullable: true, description: 'Cursor behind which the page begins.' })
  after?: string;

  @Field(() => [String], {
    nullable: true,
    description:
      'Only blobs of exactly these media types: `text/plain` does not find `text/plain; charset=utf-8`.',
  })
  mediaTypes?: string[];

  @Field(() => [BlobStatusName], {
    nullable: true,
    description: 'Only blobs in these states; those with content when absent.',
  })
  statuses?: BlobStatus[];
}

@InputType({ description: 'A blob that gets its content later.' })
export class CreateBlobInput {
  @Field(() => ID, { description: 'Account that the blob belongs to.' })
  userId!: string;

  @Field({ description: 'Media type that the content will have.' })
  mediaType!: string;
}

@ObjectType({ description: 'A blob after a change.' })
export class BlobPayload {
  @Field({ description: 'The blob as it is now.' })
  blob!: Blob;
}

@InputType({ description: 'A blob to delete.' })
export class DeleteBlobInput {
  @Field(() => ID, { description: 'The blob.' })
  blobId!: string;

  @Field(() => Int, { nullable: true, description: 'Only while the blob is at this revision.' })
  revision?: number;
}

@InputType({ description: 'An account whose blobs are deleted.' })
export class DeleteBlobsInput {
  @Field(() => ID, { description: 'The account.' })
  userId!: string;
}

@ObjectType({ description: 'What a deletion has removed.' })
export class DeleteBlobsPayload {
  @Field(() => Int, { description: 'How many blobs there were.' })
  deletedCount!: number;
}
