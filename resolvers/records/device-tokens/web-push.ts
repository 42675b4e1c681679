import { Arg, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql';
import { RequestContext } from '../../../src/request/request-context';
import { User } from '../../identity/auth/accounts.types';
import {
  RegisterWebPushInput,
  RegisterWebPushPayload,
  RemoveWebPushInput,
  WebPushSubscription,
} from './web-push.types';
import { removed, RemovedPayload } from '../../removed-payload';
import { TakesNoKey } from '../../repeatable';

/** Browsers that receive push messages. */
@Resolver(() => User)
export class WebPushResolver {
  @Query(() => String, {
    nullable: true,
    description:
      'The key that browsers subscribe with (`applicationServerKey`), in base64url. Null if web push is off.',
  })
  webPushKey(@Ctx() { services }: RequestContext): string | null {
    return services.webPush.publicKey;
  }

  @FieldResolver(() => [WebPushSubscription], {
    description:
      'Browsers that receive push messages for the person, most recently registered first. For the person and trusted servers.',
  })
  webPushSubscriptions(@Root() { id }: User, @Ctx() context: RequestContext): Promise<WebPushSubscription[]> {
    return context.load(context.services.webPush.ofAccounts, id);
  }

  @TakesNoKey('Repeating it changes nothing more.')
  @Mutation(() => RegisterWebPushPayload, {
    description:
      'Registers a browser of the caller for push messages. Registering it again changes nothing; it stops receiving messages for any other account.',
  })
  async registerWebPush(
    @Ctx() { services }: RequestContext,
    @Arg('input') { userId, endpoint, keys }: RegisterWebPushInput,
  ): Promise<RegisterWebPushPayload> {
    return { subscription: await services.webPush.register(userId, { endpoint, ...keys }) };
  }

  @Mutation(() => RemovedPayload, {
    description: 'Unregisters a browser of the caller from push messages.',
  })
  async removeWebPush(
    @Ctx() { services }: RequestContext,
    @Arg('input') { userId, id }: RemoveWebPushInput,
  ): Promise<RemovedPayload> {
    await services.webPush.remove(userId, [id]);
    return removed(id);
  }
}
