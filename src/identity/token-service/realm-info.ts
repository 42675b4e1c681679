import type { RealmCall } from './realm-route';

/** GET on the realm itself: its endpoints and the current signing key. */
export async function showRealm({ parts, realm, response }: RealmCall): Promise<void> {
  const { publicKey } = await parts.tokens.keyRings.signingKey(realm.keyRing);
  response.json({
    realm: realm.name,
    public_key: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
    'token-service': `${realm.issuer}/protocol/openid-connect`,
    'account-service': `${realm.issuer}/account`,
    'tokens-not-before': 0,
  });
}
