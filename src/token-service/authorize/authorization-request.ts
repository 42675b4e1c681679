import type { LaunchContext } from '../../identity-providers/relying-party.service';

/** How the answer of authorize travels: in the query or the fragment of the redirect, or as a form that is posted. */
export const responseModes = ['query', 'fragment', 'form_post'] as const;

export type ResponseMode = (typeof responseModes)[number];

/** Where the answer of authorize goes. */
export interface AnswerTarget {
  redirectUri: string;
  responseMode: ResponseMode;
  state?: string;
}

/** A records system has opened the client for somebody (SMART App Launch, 2.0). */
export interface RecordsLaunch extends LaunchContext {
  /** What the client calls this launch. */
  correlationId: string;
}

/** What a client asks for at authorize, checked. */
export interface AuthorizationRequest extends AnswerTarget {
  clientId: string;
  /** What would be granted, joined by blanks. */
  scope: string;
  nonce?: string;
  /** SHA-256 of the verifier, base64url (RFC 7636). */
  codeChallenge?: string;
  loginHint?: string;
  /** Consent is asked for although it was given before. */
  askConsent?: true;
  /** The person is to show anew who they are, also where they log in for this service. */
  freshLogIn?: true;
  launch?: RecordsLaunch;
}
