import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { DateTime } from './scalars';

@InputType({ description: 'The keys of a browser, as its `PushSubscription` has them.' })
export class WebPushKeysInput {
  @Field({ description: 'Public key of the browser: an uncompressed point of P-256 in base64url.' })
  p256dh!: string;

  @Field({ description: '16 bytes that browser and service both know, in base64url.' })
  auth!: string;
}

@InputType({ description: 'A browser that is to get push messages.' })
export class RegisterWebPushInput {
  @Field(() => ID, { description: 'The account of the caller.' })
  userId!: string;

  @Field({
    description: 'Address at the push service of the browser’s maker; https, at most 2,048 characters.',
  })
  endpoint!: string;

  @Field({ description: 'What messages to the browser are encrypted with.' })
  keys!: WebPushKeysInput;
}

@InputType({ description: 'A browser that is to get no push messages any more.' })
export class RemoveWebPushInput {
  @Field(() => ID, { description: 'The account of the caller.' })
  userId!: string;

  @Field(() => ID, { description: 'The browser; there may be none of this id.' })
  id!: string;
}

@ObjectType({ description: 'A browser that gets push messages.' })
export class WebPushSubscription {
  @Field(() => ID, { description: 'SHA-256 of the endpoint, in hexadecimal.' })
  id!: string;

  @Field({ description: 'Address at the push service of the browser’s maker.' })
  endpoint!: string;

  @Field(() => DateTime, { description: 'When the browser last told it.' })
  modifiedTime!: number;
}

@ObjectType({ description: 'A browser that gets push messages from now on.' })
export class RegisterWebPushPayload {
  @Field({ description: 'The browser.' })
  subscription!: WebPushSubscription;
}
