import { realmRing } from '../auth/key-ring.service';

/** One of the realms that are served: a name, an issuer and a key ring of its own over the same accounts. */
export interface Realm {
  name: string;
  /** The `iss` of its tokens; every address of the realm begins with it. */
  issuer: string;
  keyRing: string;
  /** Where its cookies are valid. */
  cookiePath: string;
  /** True when the realm is reached through https. */
  isSecure: boolean;
}

export function realmOf(name: string, issuer: string): Realm {
  const { pathname, protocol } = new URL(issuer);
  return {
    name,
    issuer,
    keyRing: realmRing(name),
    cookiePath: `${pathname}/`,
    isSecure: protocol === 'https:',
  };
}
