import { Field, ID, InputType, ObjectType, registerEnumType } from 'type-graphql';
import type { PushEnvironment } from '../src/device-tokens/device-token.entity';
import { DateTime } from './scalars';

export const PushEnvironmentName: Record<string, PushEnvironment> = {
  PRODUCTION: 'production',
  SANDBOX: 'sandbox',
};

registerEnumType(PushEnvironmentName, {
  name: 'PushEnvironment',
  description: 'Which of Apple’s push services a token is good for.',
  valuesConfig: {
    PRODUCTION: { description: 'That of apps from the store.' },
    SANDBOX: { description: 'That of apps under development.' },
  },
});

@InputType({ description: 'A token of Apple’s push service.' })
export class AppleDeviceTokenInput {
  @Field({ description: 'The token as the phone got it, in base64; 1 to 8,192 bytes.' })
  token!: string;

  @Field(() => PushEnvironmentName, { description: 'Which service it is good for.' })
  environment!: PushEnvironment;
}

@InputType({ description: 'Where to send push notifications to a phone.' })
export class RegisterDeviceTokenInput {
  @Field(() => ID, { description: 'The account of the caller.' })
  userId!: string;

  @Field({ description: 'For a phone of Apple.' })
  apple!: AppleDeviceTokenInput;
}

@InputType({ description: 'A device that wants to be known as a real one.' })
export class VerifyDeviceInput {
  @Field({ description: 'What the device got from DeviceCheck of Apple, in base64.' })
  deviceToken!: string;
}

@ObjectType({ description: 'What Apple says of a device.' })
export class VerifyDevicePayload {
  @Field({ description: 'It is a real device. Never true where the service has no key to ask Apple with.' })
  valid!: boolean;
}

@ObjectType({ description: 'Where to send push notifications to a phone.' })
export class DeviceToken {
  @Field({ description: 'The token of Apple’s push service, in base64.' })
  token!: string;

  @Field(() => PushEnvironmentName, { description: 'Which service it is good for.' })
  environment!: PushEnvironment;

  @Field(() => DateTime, { description: 'When the phone last told it.' })
  modifiedTime!: number;
}
