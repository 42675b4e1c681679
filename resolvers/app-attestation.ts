import { Arg, Field, InputType, Mutation, ObjectType, registerEnumType, Resolver } from 'type-graphql';
import { ApiError } from '../src/errors';
import { newRecordId } from '../src/ids';
import { DonePayload } from './accounts.types';

/** What a phone app proves with App Attest, as the graph spells it. */
const AppProofKindName = { ATTESTATION: 'attestation', ASSERTION: 'assertion' } as const;

type AppProofKind = (typeof AppProofKindName)[keyof typeof AppProofKindName];

registerEnumType(AppProofKindName, {
  name: 'AppProofKind',
  description: 'What a phone app proves with App Attest of Apple.',
  valuesConfig: {
    ATTESTATION: { description: 'That a key was made on a real device by the app itself.' },
    ASSERTION: { description: 'That a request was signed with such a key.' },
  },
});

@InputType({ description: 'What a phone app wants to prove.' })
export class AppProofInput {
  @Field(() => AppProofKindName, { description: 'What is to be proved.' })
  kind!: AppProofKind;
}

@ObjectType({ description: 'What a phone app has to sign.' })
export class AppProofChallengePayload {
  @Field({ description: '32 random characters.' })
  challenge!: string;
}

/**
 * App Attest of Apple. Apps ask for a challenge and go on without a proof when it cannot be checked, which takes
 * credentials that the service does not have.
 */
@Resolver()
export class AppAttestationResolver {
  @Mutation(() => AppProofChallengePayload, { description: 'Makes what a phone app has to sign.' })
  createAppProofChallenge(@Arg('input') _input: AppProofInput): AppProofChallengePayload {
    return { challenge: newRecordId() };
  }

  @Mutation(() => DonePayload, {
    description: 'Would check what a phone app has signed: the service cannot, and says so.',
  })
  verifyAppProof(@Arg('input') { kind }: AppProofInput): DonePayload {
    throw new ApiError(
      'NOT_IMPLEMENTED',
      `The service has no credentials of Apple to check the ${kind} with.`,
    );
  }
}
