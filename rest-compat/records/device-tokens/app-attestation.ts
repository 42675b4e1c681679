import { reasonErrors as errors } from '../../errors';
import { CreateAppProofChallengeDocument, VerifyAppProofDocument } from '../../generated/operations';
import { route, type Route } from '../../route';
import { ref } from '../../schemas';

const tag = 'Phones';

/** The routes for one kind of proof. The content is ignored, because it cannot be verified. */
const proofRoutes = (address: string, kind: 'ATTESTATION' | 'ASSERTION'): Route[] => [
  route({
    method: 'POST',
    path: `${address}/challenges`,
    tag,
    success: {
      status: 200,
      description: 'The challenge.',
      schema: { type: 'object', properties: { challenge: { type: 'string', minLength: 32, maxLength: 32 } } },
    },
    failures: [401, 403],
    errors,
    guard: () => ({ type: 'Mutation', field: 'createAppProofChallenge', args: { input: { kind } } }),
    operation: CreateAppProofChallengeDocument,
    variables: () => ({ input: { kind } }),
    reply: ({ createAppProofChallenge }) => ({ body: createAppProofChallenge }),
  }),
  route({
    method: 'POST',
    path: `${address}/verifications`,
    tag,
    summary: 'Would verify a signed challenge; not supported.',
    success: { status: 501, description: 'The service has no Apple credentials.', schema: ref('Error') },
    failures: [401, 403],
    errors,
    guard: () => ({ type: 'Mutation', field: 'verifyAppProof', args: { input: { kind } } }),
    operation: VerifyAppProofDocument,
    variables: () => ({ input: { kind } }),
    reply: () => ({}),
  }),
];

/** App Attest of Apple, as far as apps need it to continue without a proof. */
export const appAttestationRoutes: Route[] = [
  ...proofRoutes('/v1/attestations', 'ATTESTATION'),
  ...proofRoutes('/v1/assertions', 'ASSERTION'),
];
