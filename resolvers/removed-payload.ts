import { Field, ID, ObjectType } from 'type-graphql';

@ObjectType({ description: 'Result of removing something.' })
export class RemovedPayload {
  @Field({ description: 'True: the change was made.' })
  done!: boolean;

  @Field(() => ID, {
    nullable: true,
    description:
      'The `id` of what was removed, by which caches find it; for an OAuth client its `clientId`. Absent if there was nothing to remove.',
  })
  removedId!: string | null;
}

@ObjectType({ description: 'Result of removing several things.' })
export class RemovedAllPayload {
  @Field({ description: 'Always true.' })
  done!: boolean;

  @Field(() => [ID], { description: 'The `id` of each thing that was removed, by which caches find it.' })
  removedIds!: string[];
}

/** The payload of a mutation that has removed the object with this id; null if there was none. */
export const removed = (removedId: string | null): RemovedPayload => ({ done: true, removedId });

/** The payload of a mutation that has removed the objects with these ids. */
export const removedAll = (removedIds: string[]): RemovedAllPayload => ({ done: true, removedIds });

/** Ids that a payload has room for; whoever removes more reloads the list. */
const mostIds = 1_000;

/** The payload of a mutation that has removed all that an account has of a kind, however much that is. */
export const removedMany = (ids: readonly string[]): { deletedCount: number; removedIds: string[] } => ({
  deletedCount: ids.length,
  removedIds: ids.slice(0, mostIds),
});
