import { Ctx, Field, ObjectType, Query, Resolver } from 'type-graphql';
import { now } from '../src/platform/clock';
import { RequestContext } from '../src/request/request-context';
import { DateTime } from './scalars';

@ObjectType({ description: 'Where clients log in.' })
export class TokenServiceInfo {
  @Field({ description: 'Address of the token service, without a slash at the end.' })
  url!: string;

  @Field({ description: 'Realm to log in to.' })
  realm!: string;
}

@ObjectType({ description: 'Supported versions of the phone app.' })
export class LoopVersions {
  @Field({ description: 'Oldest supported version.' })
  minimumSupported!: string;

  @Field(() => [String], { description: 'Versions that require a critical update.' })
  criticalUpdateNeeded!: string[];
}

@ObjectType({ description: 'Supported versions of client applications.' })
export class ClientVersions {
  @Field({ description: 'Oldest supported version of the desktop uploader; older ones are refused.' })
  uploaderMinimum!: string;

  @Field({ description: 'Supported versions of the phone app.' })
  loop!: LoopVersions;
}

@ObjectType({ description: 'Information for clients, available without logging in.' })
export class ServiceInfo {
  @Field({ description: 'Where to log in.' })
  auth!: TokenServiceInfo;

  @Field({ description: 'Supported client versions.' })
  versions!: ClientVersions;
}

/** Information for everyone. */
@Resolver()
export class GeneralResolver {
  @Query(() => ServiceInfo, { description: 'Information for clients, available without logging in.' })
  serviceInfo(@Ctx() { services: { config } }: RequestContext): ServiceInfo {
    return {
      auth: { url: config.AUTH_URL, realm: config.productionRealm },
      versions: {
        uploaderMinimum: config.UPLOADER_MINIMUM,
        loop: { minimumSupported: config.LOOP_MINIMUM, criticalUpdateNeeded: config.LOOP_CRITICAL_UPDATES },
      },
    };
  }

  @Query(() => String, {
    description:
      'Current end of the event log. Query it in an operation of its own, then read the current state, and subscribe with it as `since`: no event in between is missed.',
  })
  eventCursor(@Ctx() { services }: RequestContext): Promise<string> {
    return services.events.cursor();
  }

  @Query(() => DateTime, { description: 'Current time of the service.' })
  serverTime(): number {
    return now();
  }
}
