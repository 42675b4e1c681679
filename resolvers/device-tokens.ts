import { Arg, Ctx, FieldResolver, Mutation, Resolver, Root } from 'type-graphql';
import { RequestContext } from '../src/request/request-context';
import { DonePayload, User } from './accounts.types';
import {
  DeviceToken,
  RegisterDeviceTokenInput,
  VerifyDeviceInput,
  VerifyDevicePayload,
} from './device-tokens.types';

/** Phones: where to send notifications to, and whether they are real. */
@Resolver(() => User)
export class DeviceTokensResolver {
  @FieldResolver(() => [DeviceToken], {
    description:
      'Where to send push notifications to the person, the last told first. For the person and trusted servers.',
  })
  deviceTokens(@Root() { id }: User, @Ctx() context: RequestContext): Promise<DeviceToken[]> {
    return context.load(context.services.deviceTokens.ofAccounts, id);
  }

  @Mutation(() => DonePayload, {
    description:
      'Keeps where to send push notifications to a phone of the caller. Told again, it is still one.',
  })
  async registerDeviceToken(
    @Ctx() { services }: RequestContext,
    @Arg('input') { userId, apple }: RegisterDeviceTokenInput,
  ): Promise<DonePayload> {
    await services.deviceTokens.register(userId, apple);
    return { done: true };
  }

  @Mutation(() => VerifyDevicePayload, { description: 'Asks Apple whether a device is a real one.' })
  async verifyDevice(
    @Ctx() { services }: RequestContext,
    @Arg('input') { deviceToken }: VerifyDeviceInput,
  ): Promise<VerifyDevicePayload> {
    return { valid: await services.deviceChecks.isReal(deviceToken) };
  }
}
