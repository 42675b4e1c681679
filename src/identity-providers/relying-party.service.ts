import { decodeJwt, errors, jwtVerify, type JWTPayload } from 'jose';
import * as openid from 'openid-client';
import { externalIdentityOf } from './external-identity';
import type { ExternalIdentity, IdentityProvider } from './identity-provider';
import type { LaunchedPatient } from './launched-patient';
import { patientIdOf, readPatient } from './patient-record';
import { ProviderConnections } from './provider-connection';
import { ProviderError } from './provider-error';

/** What an answer of a provider is held against. */
export interface VisitSecrets {
  state: string;
  nonce: string;
  codeVerifier: string;
}

/** What a records system hands over when it opens this service, and wants to get back (SMART App Launch, 2.0). */
export interface LaunchContext {
  /** Its handle for what is open. */
  launch?: string;
  /** Address of the records that the tokens are for. */
  audience?: string;
}

/** Who has logged in, and the patient that they have open. */
export interface LaunchedIdentity {
  identity: ExternalIdentity;
  /** Null when none is open. */
  patient: LaunchedPatient | null;
}

interface AuthorizationQuestion extends VisitSecrets {
  redirectUri: string;
  loginHint?: string;
  /** The person is to show once more who they are. */
  forceLogIn: boolean;
  /** Given when a records system has opened this service. */
  context?: LaunchContext;
}

/** Signatures with a public key alone: nobody who knows our secret, or that key, can make one. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];

/** Errors of the library that say something of the answer, not of the way to it. */
const refusedCodes = new Set([
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
  'OAUTH_KEY_SELECTION_FAILED',
  'OAUTH_UNSUPPORTED_OPERATION',
]);

/** This service as the client of external identity providers (OpenID Connect Core). */
export class RelyingPartyService {
  private readonly connections = new ProviderConnections();

  /** Where the browser goes to log in at a provider. Throws a `ProviderError`. */
  authorizationAddress(provider: IdentityProvider, question: AuthorizationQuestion): Promise<string> {
    return asking(async () => {
      const { config } = await this.connections.to(provider);
      const address = openid.buildAuthorizationUrl(config, {
        redirect_uri: question.redirectUri,
        scope: scopesOf(provider, question.context).join(' '),
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

  /** Who has come back from a provider with this address. Throws a `ProviderError`. */
  identify(provider: IdentityProvider, address: URL, secrets: VisitSecrets): Promise<ExternalIdentity> {
    return asking(async () => (await this.confirm(provider, address, secrets)).identity);
  }

  /**
   * Who has come back from a records system that has opened this service, and whom they have open there. Its records
   * lie below its issuer, wherever its tokens are said to be for. Throws a `ProviderError`.
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
      const id = patientIdOf(base, { patient, fhirUser });
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
    return { identity: externalIdentityOf(provider, { ...more, ...claims }), tokens };
  }

  /** Whom an access token of a provider stands for: the provider is asked. Throws a `ProviderError`. */
  identifyByAccessToken(provider: IdentityProvider, token: string): Promise<ExternalIdentity> {
    return asking(async () => {
      const { config } = await this.connections.to(provider);
      return externalIdentityOf(provider, await openid.fetchUserInfo(config, token, openid.skipSubjectCheck));
    });
  }

  /**
   * Whom a JSON Web Token of a provider stands for: by its signature, or by asking the provider. A token that was
   * made for other clients of the provider says nothing here. Throws a `ProviderError`.
   */
  async identifyByJwt(provider: IdentityProvider, token: string): Promise<ExternalIdentity> {
    if (provider.validateSignature) {
      return asking(async () => externalIdentityOf(provider, await this.verifiedClaims(provider, token)));
    }
    const identity = await this.identifyByAccessToken(provider, token);
    if (decodeJwt(token).sub !== identity.subject) throw new ProviderError('refused');
    return identity;
  }

  /** Why a call of this service has failed; null for an error that has nothing to do with providers. */
  failureOf(error: unknown): ProviderError['reason'] | null {
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

/** At a launch, access to what is open is asked for, too, unless the provider has its own scopes for patients. */
function scopesOf({ scopes }: IdentityProvider, context: LaunchContext | undefined): string[] {
  if (!context) return [...scopes];
  const readsPatients = scopes.some((name) => /^(patient|user)\//.test(name));
  return [...new Set([...scopes, 'launch', ...(readsPatients ? [] : ['patient/Patient.read'])])];
}

/** Runs what asks a provider; whatever goes wrong becomes a `ProviderError`. */
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
  // Some providers refuse a token without the header that says so.
  if (error instanceof Error && error.cause instanceof Response) return error.cause.status === 401;
  if (error instanceof openid.ClientError) return refusedCodes.has(error.code ?? '');
  return error instanceof errors.JOSEError && !(error instanceof errors.JWKSTimeout);
}
