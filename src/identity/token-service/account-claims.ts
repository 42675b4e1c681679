import type { UserEntity } from '../accounts/user.entity';
import type { MetadataService } from '../metadata/metadata.service';

/** Standard claims of OpenID Connect and the profile fields they come from. */
const nameFields = [
  ['name', 'fullName'],
  ['given_name', 'firstName'],
  ['family_name', 'lastName'],
] as const;

/** Claims in tokens and user info: the address, and the name as far as the profile has it. */
export async function accountClaims(
  metadata: MetadataService,
  { id, email, emailVerified }: UserEntity,
): Promise<Record<string, unknown>> {
  const [profile] = await metadata.profiles([id]);
  const names = nameFields.flatMap(([claim, field]) => {
    const value = profile?.[field];
    return typeof value === 'string' && value !== '' ? [[claim, value] as const] : [];
  });
  return {
    ...(email !== null && { email, preferred_username: email }),
    email_verified: emailVerified,
    ...Object.fromEntries<string>(names),
  };
}
