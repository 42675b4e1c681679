import { Field, ID, ObjectType } from 'type-graphql';

@ObjectType({ description: 'Result of removing something.' })
export class RemovedPayload {
  @Field({ description: 'True: the change was made.' })
  done!: boolean;

  @Field(() => ID, { description: 'The `id` of what was removed, by which caches find it.' })
  removedId!: string;
}

/** The payload of a mutation that has removed the object with this id. */
export const removed = (removedId: string): RemovedPayload => ({ done: true, removedId });
