import type { LaunchContext } from '../../identity-providers/relying-party.service';

/** How the authorization response is returned: in the query or the fragment of the redirect, or in a posted form. */
export const responseModes = ['query', 'fragment', 'form_post'] as const;

export type ResponseMode = (typeof responseModes)[number];

/** Where the authorization response goes. */
export interface AnswerTarget {
  redirectUri: string;
  responseMode: ResponseMode;
  state?: string;
}

/** An EHR has launched the client (SMART App Launch, 2.0). */
export interface RecordsLaunch extends LaunchContext {
  /** The client's id for this launch. */
  correlationId: string;
}

/** A validated authorization request. */
export interface AuthorizationRequest extends AnswerTarget {
  clientId: string;
  /** The scope to grant, separated by spaces. */
  scope: string;
  nonce?: string;
  /** SHA-256 of the verifier, base64url (RFC 7636). */
  codeChallenge?: string;
  loginHint?: string;
  /** Whether to ask for consent even if it was given before. */
  askConsent?: true;
  /** Whether the person must authenticate again, also at an external provider. */
  freshLogIn?: true;
  launch?: RecordsLaunch;
}
