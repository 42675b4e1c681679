import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { DateTime } from '../../scalars';

@InputType({ description: 'The keys of a browser, from its `PushSubscription`.' })
export class WebPushKeysInput {
  @Field({ description: 'Public key of the browser: an uncompressed P-256 point in base64url.' })
  p256dh!: string;

  @Field({ description: 'Shared secret of 16 bytes, in base64url.' })
  auth!: string;
}

@InputType({ description: 'A browser to register for push messages.' })
export class RegisterWebPushInput {
  @Field(() => ID, { description: 'Id of the caller’s account.' })
  userId!: string;

  @Field({
    description: 'URL at the browser’s push service; https, at most 2,048 characters.',
  })
  endpoint!: string;

  @Field({ description: 'Keys that encrypt messages to the browser.' })
  keys!: WebPushKeysInput;
}

@InputType({ description: 'A browser to unregister.' })
export class RemoveWebPushInput {
  @Field(() => ID, { description: 'Id of the caller’s account.' })
  userId!: string;

  @Field(() => ID, { description: 'Id of the browser registration; unknown ids are ignored.' })
  id!: string;
}

@ObjectType({ description: 'A browser registered for push messages.' })
export class WebPushSubscription {
  @Field(() => ID, { description: 'SHA-256 of the endpoint, in hexadecimal.' })
  id!: string;

  @Field({ description: 'URL at the browser’s push service.' })
  endpoint!: string;

  @Field(() => DateTime, { description: 'When the browser last registered.' })
  modifiedTime!: number;
}

@ObjectType({ description: 'A newly registered browser.' })
export class RegisterWebPushPayload {
  @Field({ description: 'The registered browser.' })
  subscription!: WebPushSubscription;
}
