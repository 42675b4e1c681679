import { userInfo } from 'node:os';

/** Who is at the command line, for the access log: with sudo, the person who called it. */
export const systemOperator = (): string => process.env.SUDO_USER ?? systemUser();

/** In a container the user may have a number only. */
function systemUser(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.() ?? ''}`.trim();
  }
}
