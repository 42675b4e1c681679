/** Address of a realm of the token service, the `iss` of its tokens. */
export const realmIssuer = (authUrl: string, realm: string): string => `${authUrl}/realms/${realm}`;
