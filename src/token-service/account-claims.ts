import type { UserEntity } from '../accounts/user.entity';

/** What tokens and the user info say of a person. */
export const accountClaims = ({ email, emailVerified }: UserEntity) => ({
  ...(email !== null && { email, preferred_username: email }),
  email_verified: emailVerified,
});
