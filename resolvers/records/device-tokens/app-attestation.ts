import { Arg, Field, InputType, Mutation, ObjectType, registerEnumType, Resolver } from 'type-graphql';
import { ApiError } from '../../../src/platform/errors';
import { newRecordId } from '../../../src/platform/ids';
import { DonePayload } from '../../identity/auth/accounts.types';
import { TakesNoKey } from '../../repeatable';

/** Proofs of App Attest in the graph. */
const AppProofKindName = { ATTESTATION: 'attestation', ASSERTION: 'assertion' } as const;

type AppProofKind = (typeof AppProofKindName)[keyof typeof AppProofKindName];

registerEnumType(AppProofKindName, {
  name: 'AppProofKind',
  description: 'Steps of App Attest, Apple’s proof of app integrity.',
  valuesConfig: {
    ATTESTATION: { description: 'Attestation: a key was created on a genuine device by the app.' },
    ASSERTION: { description: 'Assertion: a request was signed with such a key.' },
  },
});

@InputType({ description: 'A challenge to create.' })
export class AppProofInput {
  @Field(() => AppProofKindName, { description: 'The step that the challenge is for.' })
  kind!: AppProofKind;
}

@ObjectType({ description: 'A challenge for a phone app to sign.' })
export class AppProofChallengePayload {
  @Field({ description: 'The challenge: 32 random characters.' })
  challenge!: string;
}

/**
 * App Attest of Apple. Apps request a challenge, and go on without a proof if it cannot be verified. Verifying it would
 * require credentials that this service does not have.
 */
@Resolver()
export class AppAttestationResolver {
  @TakesNoKey('Challenges are not supported.')
  @Mutation(() => AppProofChallengePayload, { description: 'Creates a challenge for a phone app to sign.' })
  createAppProofChallenge(@Arg('input') _input: AppProofInput): AppProofChallengePayload {
    return { challenge: newRecordId() };
  }

  @Mutation(() => DonePayload, {
    description: 'Would verify a signed challenge. The service cannot, and always returns an error.',
  })
  verifyAppProof(@Arg('input') { kind }: AppProofInput): DonePayload {
    throw new ApiError(
      'NOT_IMPLEMENTED',
      `The service has no credentials of Apple to check the ${kind} with.`,
    );
  }
}
