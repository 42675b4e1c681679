import type { RealmCall } from './realm-route';

/** GET the realm itself: where its services are, and the key that signs now. */
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
