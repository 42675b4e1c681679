import { decodeJwt, errors, jwtVerify, type JWTPayload } from 'jose';
import * as openid from 'openid-client';
import { parseExternalIdentity } from './external-identity';
import type { ExternalIdentity, IdentityProvider } from './identity-provider';
import type { LaunchedPatient } from './launched-patient';
import { findPatientId, readPatient } from './patient-record';
import { ProviderConnections } from './provider-connection';
import { ProviderError } from './provider-error';

/** The values that the response of a provider is checked against. */
export interface VisitSecrets {
  state: string;
  nonce: string;
  codeVerifier: string;
}

/** What an EHR passes at launch, and expects back (SMART App Launch, 2.0). */
export interface LaunchContext {
  /** Its launch value. */
  launch?: string;
  /** Base URL of the FHIR server that the tokens are for. */
  audience?: string;
}

/** The logged-in person, and their open patient. */
export interface LaunchedIdentity {
  identity: ExternalIdentity;
  /** Null if no patient is open. */
  patient: LaunchedPatient | null;
}

interface AuthorizationQuestion extends VisitSecrets {
  redirectUri: string;
  loginHint?: string;
  /** Whether the person must authenticate again. */
  forceLogIn: boolean;
  /** Set if an EHR has launched this service. */
  context?: LaunchContext;
}

/** Asymmetric signatures: knowing our secret or the public key is not enough to create one. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];

/** Errors of the library about the response itself, not about the connection. */
const refusedCodes = new Set([
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
  'OAUTH_KEY_SELECTION_FAILED',
  'OAUTH_UNSUPPORTED_OPERATION',
]);

/** This service as a client of external identity providers (OpenID Connect Core). */
export class RelyingPartyService {
  private readonly connections = new ProviderConnections();

  /** The URL for logging in at a provider. Throws a `ProviderError`. */
  authorizationAddress(provider: IdentityProvider, question: AuthorizationQuestion): Promise<string> {
    return asking(async () => {
      const { config } = await this.connections.to(provider);
      const address = openid.buildAuthorizationUrl(config, {
        redirect_uri: question.redirectUri,
        scope: listScopes(provider, question.context).join(' '),
        state: question.state,
        nonce: question.nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(question.codeVerifier),
        code_challenge_method: 'S256',
        ...(question.loginHint !== undefined && { login_hint: question.loginHint }),
        ...(question.forceLogIn && { prompt: 'login' }),
        ...(question.context && launchParameters(question.context)),
      });
      return address.href;
    });
  }

  /** Identifies the person who has returned from a provider with this URL. Throws a `ProviderError`. */
  identify(provider: IdentityProvider, address: URL, secrets: VisitSecrets): Promise<ExternalIdentity> {
    return asking(async () => (await this.confirm(provider, address, secrets)).identity);
  }

  /**
   * Identifies the person who has returned from an EHR that launched this service, and their open patient. Its FHIR
   * resources are below its issuer, whatever audience its tokens have. Throws a `ProviderError`.
   */
  identifyAtLaunch(
    provider: IdentityProvider,
    address: URL,
    secrets: VisitSecrets,
  ): Promise<LaunchedIdentity> {
    return asking(async () => {
      const { identity, tokens } = await this.confirm(provider, address, secrets);
      const base = provider.issuer.replace(/\/$/, '');
      const { patient, fhirUser } = { ...tokens.claims(), ...tokens };
      const id = findPatientId(base, { patient, fhirUser });
      return { identity, patient: id === null ? null : await readPatient(base, tokens.access_token, id) };
    });
  }

  private async confirm(provider: IdentityProvider, address: URL, secrets: VisitSecrets) {
    const { config } = await this.connections.to(provider);
    const tokens = await openid.authorizationCodeGrant(config, address, {
      pkceCodeVerifier: secrets.codeVerifier,
      expectedState: secrets.state,
      expectedNonce: secrets.nonce,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (!claims) throw new ProviderError('refused');
    const isComplete = claims.email !== undefined || !config.serverMetadata().userinfo_endpoint;
    const more = isComplete ? {} : await openid.fetchUserInfo(config, tokens.access_token, claims.sub);
    return { identity: parseExternalIdentity(provider, { ...more, ...claims }), tokens };
  }

  /** Identifies the person behind an access token of a provider, by asking the provider. Throws a `ProviderError`. */
  identifyByAccessToken(provider: IdentityProvider, token: string): Promise<ExternalIdentity> {
    return asking(async () => {
      const { config } = await this.connections.to(provider);
      return parseExternalIdentity(
        provider,
        await openid.fetchUserInfo(config, token, openid.skipSubjectCheck),
      );
    });
  }

  /**
   * Identifies the person behind a JSON Web Token of a provider, by signature or by asking the provider. Tokens
   * issued to unlisted clients of the provider are refused. Throws a `ProviderError`.
   */
  async identifyByJwt(provider: IdentityProvider, token: string): Promise<ExternalIdentity> {
    if (provider.validateSignature) {
      return asking(async () => parseExternalIdentity(provider, await this.verifiedClaims(provider, token)));
    }
    const identity = await this.identifyByAccessToken(provider, token);
    if (decodeJwt(token).sub !== identity.subject) throw new ProviderError('refused');
    return identity;
  }

  /** Why a call of this service has failed; null for errors unrelated to providers. */
  getFailureReason(error: unknown): ProviderError['reason'] | null {
    return error instanceof ProviderError ? error.reason : null;
  }

  private async verifiedClaims(provider: IdentityProvider, token: string): Promise<JWTPayload> {
    const { keys } = await this.connections.to(provider);
    if (!keys) throw new ProviderError('refused');
    const { payload } = await jwtVerify(token, keys, { algorithms, requiredClaims: ['sub', 'exp'] });
    const { aud = [], azp } = payload;
    const holders = [...(Array.isArray(aud) ? aud : [aud]), azp];
    const accepted = [provider.clientId, ...provider.audiences];
    if (!accepted.some((id) => holders.includes(id))) throw new ProviderError('refused');
    return payload;
  }
}

const launchParameters = ({ launch, audience }: LaunchContext): Record<string, string> => ({
  ...(launch !== undefined && { launch }),
  ...(audience !== undefined && { aud: audience }),
});

/** At a launch, the scopes for the open patient are added, unless the provider is configured with its own. */
function listScopes({ scopes }: IdentityProvider, context: LaunchContext | undefined): string[] {
  if (!context) return [...scopes];
  const readsPatients = scopes.some((name) => /^(patient|user)\//.test(name));
  return [...new Set([...scopes, 'launch', ...(readsPatients ? [] : ['patient/Patient.read'])])];
}

/** Runs a request to a provider; every error becomes a `ProviderError`. */
async function asking<Result>(question: () => Promise<Result>): Promise<Result> {
  try {
    return await question();
  } catch (error) {
    if (error instanceof ProviderError) throw error;
    throw new ProviderError(isRefusal(error) ? 'refused' : 'unreachable', error);
  }
}

function isRefusal(error: unknown): boolean {
  if (error instanceof openid.AuthorizationResponseError) return true;
  if (error instanceof openid.WWWAuthenticateChallengeError) return true;
  if (error instanceof openid.ResponseBodyError) return error.status < 500;
  // Some providers refuse a token without this header.
  if (error instanceof Error && error.cause instanceof Response) return error.cause.status === 401;
  if (error instanceof openid.ClientError) return refusedCodes.has(error.code ?? '');
  return error instanceof errors.JOSEError && !(error instanceof errors.JWKSTimeout);
}
