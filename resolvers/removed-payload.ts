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
