import { ArgsType, Field, ID, InputType, ObjectType, registerEnumType } from 'type-graphql';
import type { PushEnvironment } from '../../../src/records/device-tokens/device-token.entity';
import { pageArguments } from '../../page-arguments';
import { PageInfo } from '../../page-info';
import { DateTime } from '../../scalars';

export const PushEnvironmentName: Record<string, PushEnvironment> = {
  PRODUCTION: 'production',
  SANDBOX: 'sandbox',
};

registerEnumType(PushEnvironmentName, {
  name: 'PushEnvironment',
  description: 'Environment of Apple’s push service.',
  valuesConfig: {
    PRODUCTION: { description: 'Production: apps from the App Store.' },
    SANDBOX: { description: 'Sandbox: apps in development.' },
  },
});

@InputType({ description: 'A token of Apple’s push service.' })
export class AppleDeviceTokenInput {
  @Field({ description: 'The token that the phone received, in base64; 1 to 8,192 bytes.' })
  token!: string;

  @Field(() => PushEnvironmentName, { description: 'Environment that the token is valid in.' })
  environment!: PushEnvironment;
}

@InputType({ description: 'A phone to register for push notifications.' })
export class RegisterDeviceTokenInput {
  @Field(() => ID, { description: 'Id of the caller’s account.' })
  userId!: string;

  @Field({ description: 'Registration of an Apple device.' })
  apple!: AppleDeviceTokenInput;
}

@InputType({ description: 'A phone to unregister from push notifications.' })
export class RemoveDeviceTokenInput {
  @Field(() => ID, { description: 'Id of the caller’s account.' })
  userId!: string;

  @Field({ description: 'The Apple device as it was registered; an unknown one is ignored.' })
  apple!: AppleDeviceTokenInput;
}

@InputType({ description: 'A device to verify.' })
export class VerifyDeviceInput {
  @Field({ description: 'The token from Apple’s DeviceCheck, in base64.' })
  deviceToken!: string;
}

@ObjectType({ description: 'Apple’s verdict on a device.' })
export class VerifyDevicePayload {
  @Field({
    description: 'Whether the device is genuine. Never true if the service has no key for asking Apple.',
  })
  valid!: boolean;
}

@ObjectType({ description: 'A phone registered for push notifications.' })
export class DeviceToken {
  /** The owner, for the id. */
  userId!: string;

  /** Of token and environment, for the id. */
  digest!: string;

  @Field({ description: 'The token of Apple’s push service, in base64.' })
  token!: string;

  @Field(() => PushEnvironmentName, { description: 'Environment that the token is valid in.' })
  environment!: PushEnvironment;

  @Field(() => DateTime, { description: 'When the phone last registered.' })
  modifiedTime!: number;
}

@ObjectType({ description: 'A phone and its cursor.' })
export class DeviceTokenEdge {
  @Field({ description: 'Cursor of this item, for `after`.' })
  cursor!: string;

  @Field(() => DeviceToken, { description: 'The phone.' })
  node!: DeviceToken;
}

@ObjectType({ description: 'A page of phones, most recently registered first.' })
export class DeviceTokenConnection {
  @Field(() => [DeviceTokenEdge], { description: 'The phones of the page.' })
  edges!: DeviceTokenEdge[];

  @Field(() => PageInfo, { description: 'Pagination details.' })
  pageInfo!: PageInfo;
}

@ArgsType()
export class PhoneArguments extends pageArguments('phones') {}

@ObjectType({ description: 'A newly registered phone.' })
export class RegisterDeviceTokenPayload {
  @Field({ description: 'Always true.' })
  done!: boolean;

  @Field({ description: 'The registered phone.' })
  deviceToken!: DeviceToken;
}
