import { Arg, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql';
import { RequestContext } from '../src/request/request-context';
import { DonePayload, User } from './accounts.types';
import {
  RegisterWebPushInput,
  RegisterWebPushPayload,
  RemoveWebPushInput,
  WebPushSubscription,
} from './web-push.types';

/** Browsers that get push messages. */
@Resolver(() => User)
export class WebPushResolver {
  @Query(() => String, {
    nullable: true,
    description:
      'The key that browsers subscribe with (`applicationServerKey`), in base64url. Null where the service sends nothing to browsers.',
  })
  webPushKey(@Ctx() { services }: RequestContext): string | null {
    return services.webPush.publicKey;
  }

  @FieldResolver(() => [WebPushSubscription], {
    description:
      'Browsers that get push messages for the person, the last told first. For the person and trusted servers.',
  })
  webPushSubscriptions(@Root() { id }: User, @Ctx() context: RequestContext): Promise<WebPushSubscription[]> {
    return context.load(context.services.webPush.ofAccounts, id);
  }

  @Mutation(() => RegisterWebPushPayload, {
    description:
      'Has a browser of the caller get push messages. Told again, it is still one; it gets none any more for another account.',
  })
  async registerWebPush(
    @Ctx() { services }: RequestContext,
    @Arg('input') { userId, endpoint, keys }: RegisterWebPushInput,
  ): Promise<RegisterWebPushPayload> {
    return { subscription: await services.webPush.register(userId, { endpoint, ...keys }) };
  }

  @Mutation(() => DonePayload, { description: 'Has a browser of the caller get no push messages any more.' })
  async removeWebPush(
    @Ctx() { services }: RequestContext,
    @Arg('input') { userId, id }: RemoveWebPushInput,
  ): Promise<DonePayload> {
    await services.webPush.remove(userId, [id]);
    return { done: true };
  }
}
