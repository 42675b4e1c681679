import { Ctx, Field, ObjectType, Query, Resolver } from 'type-graphql';
import { now } from '../src/clock';
import { RequestContext } from '../src/request/request-context';
import { DateTime } from './scalars';

@ObjectType({ description: 'Where clients log in.' })
export class TokenServiceInfo {
  @Field({ description: 'Address of the token service, without a slash at the end.' })
  url!: string;

  @Field({ description: 'Realm that people log in to.' })
  realm!: string;
}

@ObjectType({ description: 'Which versions of the phone app still work.' })
export class LoopVersions {
  @Field({ description: 'Oldest version that is supported.' })
  minimumSupported!: string;

  @Field(() => [String], { description: 'Versions that must be updated at once.' })
  criticalUpdateNeeded!: string[];
}

@ObjectType({ description: 'Which versions of client applications still work.' })
export class ClientVersions {
  @Field({ description: 'Oldest version of the desktop uploader; an older one has to stop.' })
  uploaderMinimum!: string;

  @Field({ description: 'The same for the phone app.' })
  loop!: LoopVersions;
}

@ObjectType({ description: 'What clients need to know before anybody logs in.' })
export class ServiceInfo {
  @Field({ description: 'Where to log in.' })
  auth!: TokenServiceInfo;

  @Field({ description: 'Which client versions still work.' })
  versions!: ClientVersions;
}

/** What is true for everybody. */
@Resolver()
export class GeneralResolver {
  @Query(() => ServiceInfo, { description: 'What clients need to know before anybody logs in.' })
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
      'Where the log of events ends now. Ask for it in an operation of its own, read the present state after it, and subscribe with it as `since`: nothing is missed between the two.',
  })
  eventCursor(@Ctx() { services }: RequestContext): Promise<string> {
    return services.events.cursor();
  }

  @Query(() => DateTime, { description: 'The time by the clock of the service.' })
  serverTime(): number {
    return now();
  }
}
