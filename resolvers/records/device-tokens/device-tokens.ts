import { Arg, Args, Ctx, FieldResolver, Mutation, Resolver, Root } from 'type-graphql';
import {
  digestOfPhone,
  placedToken,
  tokensOrder,
} from '../../../src/records/device-tokens/device-token.service';
import { RequestContext } from '../../../src/request/request-context';
import { User } from '../../identity/auth/accounts.types';
import {
  DeviceToken,
  DeviceTokenConnection,
  PhoneArguments,
  RegisterDeviceTokenInput,
  RegisterDeviceTokenPayload,
  RemoveDeviceTokenInput,
  VerifyDeviceInput,
  VerifyDevicePayload,
} from './device-tokens.types';
import { globalId } from '../../global-id';
import { pageComplexity, pageOfItems } from '../../paging';
import { removed, RemovedPayload } from '../../removed-payload';
import { TakesNoKey } from '../../repeatable';

/** Phones: where to send notifications, and whether they are genuine. */
@Resolver(() => User)
export class DeviceTokensResolver {
  @FieldResolver(() => DeviceTokenConnection, {
    description:
      'Phones registered for push notifications, most recently registered first. For the person and trusted servers.',
    complexity: pageComplexity,
  })
  async phones(
    @Root() { id }: User,
    @Ctx() context: RequestContext,
    @Args(() => PhoneArguments) page: PhoneArguments,
  ): Promise<DeviceTokenConnection> {
    const tokens = await context.load(context.services.deviceTokens.ofAccounts, id);
    const list = { field: 'User.phones', of: id, order: tokensOrder };
    return pageOfItems(list, page, tokens.map(placedToken), (token): DeviceToken => token);
  }

  @FieldResolver(() => [DeviceToken], {
    description:
      'Phones registered for push notifications, most recently registered first. For the person and trusted servers.',
    deprecationReason: 'Use `phones`, which has pages.',
  })
  deviceTokens(@Root() { id }: User, @Ctx() context: RequestContext): Promise<DeviceToken[]> {
    return context.load(context.services.deviceTokens.ofAccounts, id);
  }

  @TakesNoKey('Repeating it changes nothing more.')
  @Mutation(() => RegisterDeviceTokenPayload, {
    description:
      'Registers a phone of the caller for push notifications. Registering it again changes nothing.',
  })
  async registerDeviceToken(
    @Ctx() { services }: RequestContext,
    @Arg('input') { userId, apple }: RegisterDeviceTokenInput,
  ): Promise<RegisterDeviceTokenPayload> {
    return { done: true, deviceToken: await services.deviceTokens.register(userId, apple) };
  }

  @Mutation(() => RemovedPayload, {
    description: 'Unregisters a phone of the caller, such as a lost one, from push notifications.',
  })
  async removeDeviceToken(
    @Ctx() { services }: RequestContext,
    @Arg('input') { userId, apple }: RemoveDeviceTokenInput,
  ): Promise<RemovedPayload> {
    await services.deviceTokens.remove(userId, apple);
    return removed(globalId('DeviceToken', [userId, digestOfPhone(apple)]));
  }

  @Mutation(() => VerifyDevicePayload, { description: 'Asks Apple whether a device is genuine.' })
  async verifyDevice(
    @Ctx() { services }: RequestContext,
    @Arg('input') { deviceToken }: VerifyDeviceInput,
  ): Promise<VerifyDevicePayload> {
    return { valid: await services.deviceChecks.isReal(deviceToken) };
  }
}
