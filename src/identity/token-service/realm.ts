import { realmRing } from '../auth/key-ring.service';

/** A realm: a name, an issuer and a key ring, over the same accounts. */
export interface Realm {
  name: string;
  /** The `iss` of its tokens; all endpoints of the realm are below it. */
  issuer: string;
  keyRing: string;
  /** The cookie path of the realm. */
  cookiePath: string;
  /** Whether the realm uses https. */
  isSecure: boolean;
}

export function createRealm(name: string, issuer: string): Realm {
  const { pathname, protocol } = new URL(issuer);
  return {
    name,
    issuer,
    keyRing: realmRing(name),
    cookiePath: `${pathname}/`,
    isSecure: protocol === 'https:',
  };
}
